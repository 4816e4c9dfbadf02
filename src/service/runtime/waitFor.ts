/** Resolves with undefined if the work takes too long. Does not end it, and does not keep the process alive. */
export async function waitFor<T>(work: Promise<T>, most: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), most).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

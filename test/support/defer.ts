/** Creates a promise that the test settles, like `Promise.withResolvers`, which Node 20 lacks. */
export function defer<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onDone, onFailure) => {
    [resolve, reject] = [onDone, onFailure];
  });
  return { promise, resolve, reject };
}

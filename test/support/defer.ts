/** Creates a promise that the test settles, as `Promise.withResolvers` of later versions of Node does. */
export function defer<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onDone, onFailure) => {
    [resolve, reject] = [onDone, onFailure];
  });
  return { promise, resolve, reject };
}

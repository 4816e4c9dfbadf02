declare module "*.css" {
  const text: string;
  export default text;
}

declare module "*.svg" {
  /** Its address, from the page. */
  const address: string;
  export default address;
}

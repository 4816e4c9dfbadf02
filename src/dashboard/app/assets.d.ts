declare module "*.css" {
  const text: string;
  export default text;
}

declare module "*.svg" {
  /** URL relative to the page. */
  const address: string;
  export default address;
}

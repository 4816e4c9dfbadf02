declare module "*.css";

declare module "*.svg" {
  /** Its address, from the page. */
  const address: string;
  export default address;
}

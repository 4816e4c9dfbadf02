declare module "*.css";
declare module "*.svg";

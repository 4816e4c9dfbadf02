/** `userId` → `data-user-id`. */
export const toAttribute = (name: string): string => `data-${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`;

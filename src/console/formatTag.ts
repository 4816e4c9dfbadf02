/** Formats the beginning of an element's opening tag. */
export const formatTag = (el: Element): string =>
  (el.cloneNode() as Element).outerHTML.replace(/>.*/s, ">").slice(0, 200);

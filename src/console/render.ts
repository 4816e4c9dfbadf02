/**
 * Draws what JSX describes, and later only what has changed. The parts of the console are functions without a state of
 * their own; a library that keeps states would be a third of the console's bytes.
 */

type Props = Record<string, unknown>;

interface Description {
  tag: string;
  props: Props;
  children: Child[];
}

/** An element, or text. */
type Child = Description | string;

/** The build replaces JSX tags by calls of this function. Types of JSX are Preact's. */
export const h = (
  tag: string | ((props: Props) => unknown),
  props: Props | null,
  ...content: unknown[]
): unknown =>
  typeof tag === "function"
    ? tag({ ...props, children: content })
    : { tag, props: { ...props }, children: flatten(content) };

/** The build replaces `<>` by this component. */
export const Fragment = ({ children }: Props): unknown => children;

/** Flattens the content of a JSX tag, and drops the values of false conditions. */
const flatten = (content: unknown): Child[] =>
  [content]
    .flat(9)
    .filter((one) => one != null && typeof one !== "boolean")
    .map((one) => (typeof one === "object" ? (one as Description) : `${one}`));

/** Descriptions that the elements were made from. */
const drawn = new WeakMap<Node, Description>();

/** Makes the children of a node what is described; elements of the same tag and `key` are kept. */
export function render(content: unknown, parent: Node): void {
  const before = [...parent.childNodes];
  const nodes = flatten(content).map((child) => {
    const at = before.findIndex((node) => matches(node, child));
    return update(at < 0 ? create(child) : (before.splice(at, 1)[0] as Node), child);
  });
  for (const node of before) node.remove();
  nodes.forEach((node, at) => {
    const there = parent.childNodes[at];
    if (node !== there) parent.insertBefore(node, there ?? null);
  });
}

function matches(node: Node, child: Child): boolean {
  const description = drawn.get(node);
  return typeof child === "string"
    ? node instanceof Text
    : description?.tag === child.tag && description.props.key === child.props.key;
}

function create(child: Child): Node {
  if (typeof child === "string") return new Text();
  const element = document.createElement(child.tag);
  for (const name of Object.keys(child.props))
    if (isListener(name))
      element.addEventListener(name.slice(2).toLowerCase(), (event) => {
        // The one of the last description.
        const listener = drawn.get(element)?.props[name];
        if (typeof listener === "function") listener(event);
      });
  return element;
}

const isListener = (name: string) => name.startsWith("on");

function update(node: Node, child: Child): Node {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return node;
  }
  const before = drawn.get(node)?.props;
  drawn.set(node, child);
  // Changes by the reader, such as opened parts, are kept.
  for (const [name, value] of Object.entries(child.props))
    if (value !== before?.[name] && name !== "key" && !isListener(name))
      setAttribute(node as HTMLElement, name, value);
  render(child.children, node);
  return node;
}

function setAttribute(element: HTMLElement, name: string, value: unknown): void {
  // As an attribute, a policy on inline styles would forbid it.
  if (name === "style") element.style.cssText = `${value}`;
  else if (value === undefined || (value === false && !name.startsWith("aria")))
    element.removeAttribute(name);
  else element.setAttribute(name, `${value}`);
}

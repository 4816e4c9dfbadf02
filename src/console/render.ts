/**
 * Renders JSX, and updates only what changed. The console's components are functions without state: a library with
 * state would be a third of the console's bytes.
 */

type Props = Record<string, unknown>;

interface Description {
  tag: string;
  props: Props;
  children: Child[];
}

/** An element or a text. */
type Child = Description | string;

/** The build replaces JSX tags by calls of this function. The JSX types are Preact's. */
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

/** Flattens the children of a JSX tag, and drops false conditions. */
const flatten = (content: unknown): Child[] =>
  [content]
    .flat(9)
    .filter((one) => one != null && typeof one !== "boolean")
    .map((one) => (typeof one === "object" ? (one as Description) : `${one}`));

/** Description that each element was made from. */
const drawn = new WeakMap<Node, Description>();

/** Updates the children of a node to match `content`. Elements of the same tag and `key` are reused. */
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
        // Read the listener during the event, because the latest rendering may have changed it.
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
  // Changes by the user, such as opened sections, are kept.
  for (const [name, value] of Object.entries(child.props))
    if (value !== before?.[name] && name !== "key" && !isListener(name))
      setAttribute(node as HTMLElement, name, value);
  render(child.children, node);
  return node;
}

function setAttribute(element: HTMLElement, name: string, value: unknown): void {
  // Set as a property, because a policy on inline styles forbids the attribute.
  if (name === "style") element.style.cssText = `${value}`;
  else if (value === undefined || (value === false && !name.startsWith("aria")))
    element.removeAttribute(name);
  else element.setAttribute(name, `${value}`);
}

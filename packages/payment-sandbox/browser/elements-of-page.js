/**
 * Makes an element with attributes and children. Attributes whose value is undefined are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | undefined>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A line drawing of 24 by 24, hidden from screen readers.
 * @param {string[]} paths
 */
export function icon(...paths) {
  const namespace = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(namespace, 'svg');
  const attributes = { viewBox: '0 0 24 24', width: '18', height: '18', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value);
  for (const path of paths) {
    const line = document.createElementNS(namespace, 'path');
    line.setAttribute('d', path);
    drawing.append(line);
  }
  return drawing;
}

/** Maximum depth, because the deepest text of an article has 30 levels. */
const deepest = 32;

/**
 * Whether objects and lists of a JSON text are nested more than 32 deep. Reads the text before it is parsed, because
 * functions that walk the value would exhaust the stack.
 */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isText) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}

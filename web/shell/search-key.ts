/** Whether a key press opens the search: "/" or Ctrl/⌘ K, but never while typing or in a dialog. */
export function isSearchKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>,
  isTyping: boolean,
) {
  if (isTyping || event.altKey || event.isComposing) return false;
  const isModified = event.ctrlKey || event.metaKey;
  return isModified ? event.key.toLowerCase() === 'k' : event.key === '/';
}

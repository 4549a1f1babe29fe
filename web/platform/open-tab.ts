/**
 * Opens a URL in a new tab, which cannot reach back to this one.
 * @returns false when the browser blocked the tab
 */
export function openTab(address: string): boolean {
  // The feature "noopener" would hide whether the tab was blocked, so `opener` is cleared afterwards, before the page
  // loads.
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

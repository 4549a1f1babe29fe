/**
 * Opens an address in a new tab, which cannot reach back to this one.
 * @returns false when the browser blocked the tab
 */
export function openTab(address: string): boolean {
  // With "noopener" a blocked tab looks like an opened one, so the way back is cut afterwards, before anything loads.
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

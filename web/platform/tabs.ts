/** Opens an address in a new tab; in this one when the browser lets no other be opened. */
export function openTab(address: string): void {
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  else window.location.assign(address);
}

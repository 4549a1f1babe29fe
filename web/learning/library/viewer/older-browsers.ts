/**
 * Functions that the PDF library uses and that browsers support only recently. The library's own build for older
 * browsers is larger, mostly with code for features that all supported browsers have.
 */
type Keyed = { has(key: unknown): boolean; get(key: unknown): unknown; set(key: unknown, value: unknown): unknown };

function getOrInsertComputed(this: Keyed, key: unknown, make: (key: unknown) => unknown): unknown {
  if (!this.has(key)) this.set(key, make(key));
  return this.get(key);
}

function toHex(this: Uint8Array): string {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function tryNow(work: (...values: unknown[]) => unknown, ...values: unknown[]): Promise<unknown> {
  return new Promise((resolve) => resolve(work(...values)));
}

function supply(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

supply(Map.prototype, 'getOrInsertComputed', getOrInsertComputed);
supply(WeakMap.prototype, 'getOrInsertComputed', getOrInsertComputed);
supply(Uint8Array.prototype, 'toHex', toHex);
supply(Promise, 'try', tryNow);

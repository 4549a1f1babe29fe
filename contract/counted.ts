/** Returns a number with its noun: "1 resource", "1,200 resources", "0 people". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

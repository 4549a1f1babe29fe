import { shapePath } from './shapes.ts';

/** The mark of four shapes. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="block flex-none">
      <path d={shapePath('keystone', 1, 1, 12)} fill="var(--responsible)" />
      <path d={shapePath('leaf', 15, 1, 12)} fill="var(--adaptive)" />
      <path d={shapePath('circle', 1, 15, 12)} fill="var(--people)" />
      <path d={shapePath('diamond', 14.4, 14.4, 13.2)} fill="var(--purpose)" />
    </svg>
  );
}

/** Mark and product name, to be put into a link. `productName` comes from the configuration. */
export function Wordmark({ productName, size }: { productName: string; size?: number }) {
  return (
    <span className="flex items-center gap-2.5 font-display text-lg leading-6 font-semibold tracking-[-0.01em] text-foreground">
      <Logo size={size} />
      {productName}
    </span>
  );
}

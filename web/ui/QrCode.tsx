import { encode } from 'uqr';
import { classes } from './classes.ts';

/** QR code that is dark on white in both themes, with a quiet border of four modules, because cameras need both. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('flex-none rounded-md border border-border bg-white', className)}
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}

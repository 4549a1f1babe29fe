import type { SeatPool } from '#contract/organisations-seats.ts';
import { classes } from '../../ui/classes.ts';
import { UseBar } from './UseBar.tsx';

/** With more seats than this the places would be too small to tell apart. */
const mostDrawn = 60;

const looks = {
  used: 'bg-progress-track',
  chosen: 'bg-primary',
  free: 'border border-dashed border-input',
};

/** The seats as places: in use, chosen now, available. The numbers must stand beside it. */
export function SeatMap({ pool: { seats, available }, chosen }: { pool: SeatPool; chosen: number }) {
  const used = seats - available;
  const now = Math.min(chosen, available);
  if (seats > mostDrawn) return <UseBar inUse={used + now} seats={seats} />;
  const look = (place: number) => (place < used ? 'used' : place < used + now ? 'chosen' : 'free');
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(1.75rem,1fr))] gap-1">
        {Array.from({ length: seats }, (_, place) => place).map((place) => (
          <span key={place} className={classes('h-3 rounded-xs', looks[look(place)])} />
        ))}
      </div>
      <p className="mt-2 flex flex-wrap gap-4 text-xs text-muted-foreground">
        <Key look="used">Not available</Key>
        <Key look="chosen">Chosen now</Key>
        <Key look="free">Available</Key>
      </p>
    </div>
  );
}

function Key({ look, children }: { look: keyof typeof looks; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classes('size-3 rounded-xs', looks[look])} />
      {children}
    </span>
  );
}

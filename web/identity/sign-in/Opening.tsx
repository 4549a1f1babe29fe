import { usePage } from '#web/platform/page.ts';
import { BareFrame } from './BareFrame.tsx';

/** Placeholder while the link of the page is being opened. */
export function Opening() {
  usePage('Sign In');
  return (
    <BareFrame about={null}>
      <p role="status" className="text-muted-foreground">
        Opening the link…
      </p>
    </BareFrame>
  );
}

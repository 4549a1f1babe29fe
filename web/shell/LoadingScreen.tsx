import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { Logo } from '../ui/Wordmark.tsx';

/** Shown until the portal knows whether a member is signed in. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <span className="animate-pulse motion-reduce:animate-none">
        <Logo size={40} />
      </span>
      <VisuallyHidden>Loading…</VisuallyHidden>
    </div>
  );
}

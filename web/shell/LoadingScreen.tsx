import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { Logo } from '../ui/Wordmark.tsx';

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

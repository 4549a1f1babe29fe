import { lazy, Suspense, useEffect, useState } from 'react';
import { dismissToast, useToast } from '../platform/toast.ts';

const loadToast = () => import('../ui/Toast.tsx');
const ToastView = lazy(async () => ({ default: (await loadToast()).ToastView }));

/** How long the first screen has the network to itself. */
const headStartMs = 2000;

/**
 * The one place of toasts. Its code comes once the first screen is there: the toast that says that the network is gone
 * could not fetch it any more.
 */
export function Toaster() {
  const message = useToast();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void loadToast().catch(() => undefined), headStartMs);
    return () => clearTimeout(timer);
  }, []);
  if (message && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} onDismiss={dismissToast} />
    </Suspense>
  );
}

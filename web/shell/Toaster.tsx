import { lazy, Suspense, useState } from 'react';
import { dismissToast, useToast } from '../platform/toast.ts';

const ToastView = lazy(async () => ({ default: (await import('../ui/Toast.tsx')).ToastView }));

/** The one place of toasts; its code comes with the first of them. */
export function Toaster() {
  const message = useToast();
  const [isWanted, setIsWanted] = useState(false);
  if (message && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} onDismiss={dismissToast} />
    </Suspense>
  );
}

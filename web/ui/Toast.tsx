import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { classes } from './classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type ToastTone = 'neutral' | 'success' | 'destructive';

export type ToastMessage = {
  /** A new id is a new toast with the full time. */
  id: string | number;
  title: string;
  description?: string;
  tone?: ToastTone;
  /** Button that also closes the toast. */
  action?: { label: string; onPress: () => void };
};

export type ToastViewProps = {
  /** Toast to show; null for none. */
  message: ToastMessage | null;
  /** Called when the toast's time is over, or when it is closed, swiped away or left with Escape. */
  onDismiss: (id: ToastMessage['id']) => void;
};

const shownMilliseconds = 5000;
const swipePixels = 50;

const tones: Record<ToastTone, string> = {
  neutral: 'border-border bg-popover text-popover-foreground',
  success: 'border-border bg-popover text-popover-foreground',
  destructive: 'border-destructive bg-danger-soft text-danger-text',
};

/**
 * Place where toasts appear, one at a time for 5 seconds. A toast stays while it is pointed at or focused, and is
 * dismissed by a swipe to the right. Heavy: load it with the first toast.
 */
export function ToastView({ message, onDismiss }: ToastViewProps) {
  return (
    // Each toast has its own provider, because a toast closed under the pointer would leave the provider's timer
    // stopped for the next.
    <RadixToast.Provider
      key={message?.id}
      duration={shownMilliseconds}
      swipeDirection="right"
      swipeThreshold={swipePixels}
    >
      {message ? <ToastCard key={message.id} message={message} onDismiss={onDismiss} /> : null}
      {/* A div replaces Radix's list, because a list item with the role of an alert is no longer a list item. */}
      <RadixToast.Viewport asChild>
        <div
          className={classes(
            'fixed right-4 bottom-4 left-4 z-50 flex justify-end outline-none lg:right-6 lg:bottom-6',
            // The toast goes to the top while a dialog is open, because the dialog's buttons are at the bottom.
            '[body:has([role=dialog])_&]:top-4 [body:has([role=dialog])_&]:bottom-auto',
          )}
        />
      </RadixToast.Viewport>
    </RadixToast.Provider>
  );
}

/**
 * Radix passes Escape only to the layer that opened last. A toast without the focus must not keep it from the dialog
 * below, so the key is dispatched again once the toast has gone.
 */
function passOnEscape({ target }: KeyboardEvent) {
  if (!(target instanceof Element) || target.closest('[role=status], [role=alert]')) return;
  if (!document.querySelector('[role=dialog], [role=alertdialog]')) return;
  setTimeout(() =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  );
}

function ToastCard({ message, onDismiss }: { message: ToastMessage; onDismiss: ToastViewProps['onDismiss'] }) {
  const tone = message.tone ?? 'neutral';
  const isDestructive = tone === 'destructive';
  return (
    <RadixToast.Root
      asChild
      type={isDestructive ? 'foreground' : 'background'}
      onEscapeKeyDown={passOnEscape}
      onOpenChange={(isOpen) => isOpen || onDismiss(message.id)}
    >
      <div
        role={isDestructive ? 'alert' : 'status'}
        // Radix announces the text itself, so the role is silent and only serves to find the toast.
        aria-live="off"
        className={classes(
          'pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-md border px-4 py-3.5 text-sm shadow-lg sm:w-96',
          'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          'data-[swipe=move]:animate-none',
          tones[tone],
        )}
      >
        <ToastIcon tone={tone} />
        <div className="min-w-0">
          <RadixToast.Title className="font-semibold">{message.title}</RadixToast.Title>
          {message.description ? <RadixToast.Description>{message.description}</RadixToast.Description> : null}
          {message.action ? (
            <RadixToast.Action
              altText={message.action.label}
              onClick={message.action.onPress}
              className="mt-1 inline-flex min-h-6 items-center font-semibold underline underline-offset-3"
            >
              {message.action.label}
            </RadixToast.Action>
          ) : null}
        </div>
        <RadixToast.Close className="-my-1 -mr-1.5 ml-auto grid size-7 flex-none place-items-center rounded-sm">
          <X size={16} />
          <VisuallyHidden>Dismiss</VisuallyHidden>
        </RadixToast.Close>
      </div>
    </RadixToast.Root>
  );
}

function ToastIcon({ tone }: { tone: ToastTone }) {
  if (tone === 'destructive') return <CircleAlert size={20} />;
  if (tone === 'success') return <CircleCheck size={20} className="text-free" />;
  return <Info size={20} className="text-muted-foreground" />;
}

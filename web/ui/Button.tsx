import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ComponentProps, type MouseEvent, useId } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Omit<ButtonLook, 'isSquare'> & {
    /** Whether work is under way: the button shows a turning icon and ignores presses. */
    isBusy?: boolean;
    /** Reason that the button cannot be used now. The button stays reachable by keyboard and shows this sentence. */
    unavailableReason?: string;
    /**
     * Renders the only child, usually a router's link, with the button's classes and attributes; `isBusy` and
     * `unavailableReason` then have no effect.
     */
    asChild?: boolean;
  };

/** Button with text. Its default `type` is "button", so that it submits no form unless asked to. */
export function Button({ asChild, ...props }: ButtonProps) {
  return asChild ? <ButtonLooks {...props} /> : <RealButton {...props} />;
}

function ButtonLooks(props: ButtonProps) {
  const { variant, size, isBlock, className, isBusy: _isBusy, unavailableReason: _reason, ...rest } = props;
  return <Slot.Root {...rest} className={buttonClasses({ variant, size, isBlock, className })} />;
}

function RealButton(props: ButtonProps) {
  const { variant, size, isBlock, className, isBusy, unavailableReason, children, onClick, type, ...rest } = props;
  const reasonId = useId();
  const isBlocked = isBusy === true || unavailableReason !== undefined;

  function press(event: MouseEvent<HTMLButtonElement>) {
    // Also prevents the submission that Enter in a field would start through this button.
    if (isBlocked) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      aria-describedby={unavailableReason === undefined ? undefined : reasonId}
      {...rest}
      type={type ?? 'button'}
      className={buttonClasses({ variant, size, isBlock, className })}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || undefined}
      data-unavailable={unavailableReason === undefined ? undefined : ''}
      title={unavailableReason ?? rest.title}
      onClick={press}
    >
      {isBusy ? <LoaderCircle size={16} className="animate-spin" /> : null}
      {children}
      {unavailableReason === undefined ? null : (
        <span id={reasonId} hidden>
          {unavailableReason}
        </span>
      )}
    </button>
  );
}

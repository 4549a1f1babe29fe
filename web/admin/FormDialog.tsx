import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { useSchemaForm } from '../platform/form.ts';
import { useUnsaved } from '../platform/use-unsaved.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';

type FormDialogProps<Given extends FieldValues, Taken extends FieldValues> = {
  form: ReturnType<typeof useSchemaForm<Given, Taken>>;
  title: string;
  description: string | undefined;
  saveLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** Content above the buttons, such as what saving will do. It stays in view while the form scrolls. */
  note?: ReactNode;
  /** Dialog over the form, such as a question. */
  over?: ReactNode;
};

/** Form in a dialog that asks before unsaved changes are lost. */
export function FormDialog<Given extends FieldValues, Taken extends FieldValues>(props: FormDialogProps<Given, Taken>) {
  const { form, title, description, saveLabel, onClose } = props;
  const guard = useLeaveGuard({ isUnsaved: form.formState.isDirty, onLeave: onClose });
  useUnsaved(form.formState.isDirty && !form.isBusy);
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || guard.askToLeave()}
      title={title}
      description={description}
    >
      <FormProvider {...form}>
        {/* The form is positioned, so that hidden texts within it cannot lengthen the scrolled area around the dialog. */}
        <form
          noValidate
          onSubmit={form.onSubmit}
          className={classes(
            'relative flex flex-col gap-5',
            props.note
              ? '[&_:is(input,select,textarea,button)]:scroll-mb-60'
              : '[&_:is(input,select,textarea,button)]:scroll-mb-28',
          )}
        >
          {props.children}
          <SaveBar label={saveLabel} note={props.note} isBusy={form.isBusy} onCancel={guard.askToLeave} />
        </form>
      </FormProvider>
      {props.over}
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}

type SaveBarProps = {
  label: string;
  note: ReactNode;
  isBusy: boolean;
  onCancel: () => void;
};

/** Buttons of a long form, at the lower edge of the dialog while the form scrolls. */
function SaveBar({ label, note, isBusy, onCancel }: SaveBarProps) {
  return (
    // The bar extends below the edge by the padding of the scrolled area, so that nothing shows under it.
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-col gap-4 border-t border-border bg-popover px-5 py-4 sm:-bottom-4 sm:-mx-6 sm:-mb-6 sm:rounded-b-xl sm:px-6">
      {note}
      <div className="flex gap-3 sm:justify-end">
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" className="max-sm:flex-1" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </div>
  );
}

type LeaveDialogProps = { guard: Pick<ReturnType<typeof useLeaveGuard>, 'isAsking' | 'stay' | 'leave'> };

/** Dialog that asks before unsaved work is lost. */
function LeaveDialog({ guard }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      isOpen={guard.isAsking}
      onOpenChange={(isOpen) => isOpen || guard.stay()}
      title="Leave without saving?"
      description="What you have entered here will be lost."
      confirmLabel="Discard Changes"
      dismissLabel="Keep Editing"
      onConfirm={guard.leave}
    />
  );
}

type LeaveGuard = {
  isUnsaved: boolean;
  onLeave: () => void;
};

/** Asks before unsaved work is closed. Leaving the page has its own question (platform/use-unsaved.ts). */
function useLeaveGuard({ isUnsaved, onLeave }: LeaveGuard) {
  const [isAsking, setIsAsking] = useState(false);

  function askToLeave() {
    if (isUnsaved) setIsAsking(true);
    else onLeave();
  }

  function leave() {
    setIsAsking(false);
    onLeave();
  }

  return { isAsking, askToLeave, stay: () => setIsAsking(false), leave };
}

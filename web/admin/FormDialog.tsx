import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { useShapeForm } from '../platform/form.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

type FormDialogProps<Given extends FieldValues, Taken extends FieldValues> = {
  form: ReturnType<typeof useShapeForm<Given, Taken>>;
  title: string;
  description: string;
  saveLabel: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  /** What may stand over the form, such as a question. */
  over?: ReactNode;
};

/** A form of an administrator in a dialog. Asks before anything typed is lost. */
export function FormDialog<Given extends FieldValues, Taken extends FieldValues>(props: FormDialogProps<Given, Taken>) {
  const { form, title, description, saveLabel, onClose, children, over } = props;
  const guard = useLeaveGuard({ isUnsaved: form.formState.isDirty, onLeave: onClose });
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
        {/* Positioned, so that hidden texts within cannot lengthen what scrolls around the dialog. */}
        <form
          noValidate
          onSubmit={form.onSubmit}
          className="relative flex flex-col gap-5 [&_:is(input,select,textarea,button)]:scroll-mb-28"
        >
          {children}
          <SaveBar label={saveLabel} isBusy={form.isBusy} isUploading={false} onCancel={guard.askToLeave} />
        </form>
      </FormProvider>
      {over}
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}

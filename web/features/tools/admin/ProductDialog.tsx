import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import type { AdminOnlineProduct } from '#contract/catalogue-admin.ts';
import { useShapeForm } from '../../../platform/form.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SaveBar } from '../../catalogue/admin/SaveBar.tsx';
import { useLeaveGuard } from '../../catalogue/admin/use-leave-guard.ts';
import { useSaveProduct } from './api.ts';
import { NameFields, ToolFields } from './ProductFields.tsx';
import { blankValues, shapeFor, valuesOf } from './values.ts';

type ProductDialogProps = {
  /** The product to edit; without it a new one is made. */
  product?: AdminOnlineProduct;
  onClose: () => void;
};

/** Adds or edits an online product. Asks before anything typed is lost. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const saving = useSaveProduct(product, onClose);
  const form = useShapeForm({
    shape: useMemo(() => shapeFor(product?.configuration), [product]),
    defaultValues: product ? valuesOf(product) : blankValues,
    send: saving.mutateAsync,
  });
  const guard = useLeaveGuard({ isUnsaved: form.formState.isDirty, onLeave: onClose });
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || guard.askToLeave()}
      title={product ? 'Edit Product' : 'Add Product'}
      description={product ? product.name : 'Online tools are linked to a product, which says where they open.'}
    >
      <FormProvider {...form}>
        {/* Positioned, so that hidden texts within cannot lengthen what scrolls around the dialog. */}
        <form
          noValidate
          onSubmit={form.onSubmit}
          className="relative flex flex-col gap-5 [&_:is(input,select,textarea,button)]:scroll-mb-28"
        >
          <NameFields />
          <ToolFields />
          <SaveBar
            label={product ? 'Save Product' : 'Create Product'}
            isBusy={form.isBusy}
            isUploading={false}
            onCancel={guard.askToLeave}
          />
        </form>
      </FormProvider>
      <ConfirmDialog
        isOpen={guard.isAsking}
        onOpenChange={(isOpen) => isOpen || guard.stay()}
        title="Leave without saving?"
        description="What you have entered here will be lost."
        confirmLabel="Discard Changes"
        dismissLabel="Keep Editing"
        onConfirm={guard.leave}
      />
    </Dialog>
  );
}

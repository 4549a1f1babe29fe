import { Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { deleteNear, LazyDeleteAccountDialog } from './lazy-delete-account.ts';

/** The row of Settings that ends the account (SET-15). */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-semibold">Delete account</h3>
        <p className="text-sm text-muted-foreground">
          Ends your account and a running subscription at once, for good. Payments stay in the books.
        </p>
      </div>
      <Button {...deleteNear} variant="outline" size="small" onClick={() => setIsOpen(true)}>
        Delete Account
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyDeleteAccountDialog hasPassword={hasPassword} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

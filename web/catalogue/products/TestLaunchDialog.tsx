import { useEffect } from 'react';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import { timeOf } from '#web/learning/tools/display.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTestLaunch } from './api.ts';
import { withShortToken } from './display.ts';

type TestLaunchDialogProps = { product: AdminOnlineProduct; onClose: () => void };

/** Dialog with the data that a tool receives. Its token is real, and only the beginning is shown. */
export function TestLaunchDialog({ product, onClose }: TestLaunchDialogProps) {
  const [resource] = product.linkedResources;
  const launch = useTestLaunch();
  const { mutate, data } = launch;

  // Opening the dialog starts the request.
  useEffect(() => {
    if (resource) mutate({ resourceId: resource.id, onlineProductId: product.id });
  }, [mutate, resource, product.id]);

  const address = data?.toolAddress ?? null;
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Test launch"
      description={`What ${product.name} receives when you open it.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {address ? <Button onClick={() => openTab(address)}>Open the tool</Button> : null}
        </>
      }
    >
      {resource ? null : (
        <Banner tone="warning">
          No resource leads to this product yet. Link an online tool to it, and it is opened with a token.
        </Banner>
      )}
      {resource && launch.isError ? (
        <Banner tone="danger" role="alert">
          The portal gave no token, so members cannot open this tool either.
        </Banner>
      ) : null}
      {resource && !data && !launch.isError ? <Skeleton className="h-40 w-full" /> : null}
      {data ? (
        <>
          {address ? null : <Banner tone="warning">Tool URL not configured for this product</Banner>}
          <Facts facts={factsOf(data)} />
        </>
      ) : null}
    </Dialog>
  );
}

function factsOf({ address, toolAddress, access }: NonNullable<ReturnType<typeof useTestLaunch>['data']>) {
  return [
    { label: 'Members are led to', value: <Address text={address} /> },
    ...(toolAddress ? [{ label: 'The tool is opened at', value: <Address text={toolAddress} /> }] : []),
    { label: 'firstName', value: access.user.firstName },
    { label: 'resourceTitle', value: access.resource.title },
    { label: 'sessionData', value: <Saved data={access.sessionData} /> },
    { label: 'completionPercentage', value: `${access.completionPercentage} %` },
    { label: 'expiresAt', value: `${access.expiresAt} (${timeOf(access.expiresAt)})` },
  ];
}

function Address({ text }: { text: string }) {
  return (
    <code translate="no" className="text-sm wrap-anywhere">
      {withShortToken(text)}
    </code>
  );
}

function Saved({ data }: { data: object | null }) {
  return (
    <code translate="no" className="text-sm wrap-anywhere whitespace-pre-wrap">
      {JSON.stringify(data)}
    </code>
  );
}

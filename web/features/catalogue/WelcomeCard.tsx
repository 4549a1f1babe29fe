import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { BrandField } from '../../ui/BrandField.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { PrincipleMark } from '../../ui/PrincipleMark.tsx';
import { rappPrincipleOrder } from '../../ui/principle-order.ts';
import { principleNames } from '../../ui/shapes.ts';
import { useMember } from '../accounts/api.ts';
import { RedeemButton } from '../promotions/RedeemButton.tsx';

/** The greeting with four ways into the catalogue (DASH-01). */
export function WelcomeCard() {
  const { firstName } = useMember();
  const heading = useHeadingFocus('dashboard');
  return (
    <BrandField
      actions={
        <>
          <ul className="grid w-full grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))] gap-2 sm:flex sm:flex-wrap sm:gap-3">
            {rappPrincipleOrder.map((principle) => (
              <li key={principle}>
                <AppLink
                  href={paths.browse({ rappPrinciples: [principle] })}
                  className={buttonClasses({ variant: 'on-brand', isBlock: true, className: 'max-sm:px-1!' })}
                >
                  <PrincipleMark principle={principle} tone="art" size={14} />
                  {principleNames[principle]}
                </AppLink>
              </li>
            ))}
          </ul>
          <RedeemButton />
        </>
      }
    >
      <h1 ref={heading} tabIndex={-1}>
        Welcome back, {firstName}
      </h1>
      <p>Tools, templates and reading for each stage of responsible adoption. Start from a principle:</p>
    </BrandField>
  );
}

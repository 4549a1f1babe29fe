import { formatMoney } from '#contract/money.ts';
import { classes } from './classes.ts';
import { intervalWords, type PriceInterval } from './money-format.ts';

export type PriceProps = {
  /** Amount in major units, as in the API's responses. */
  amount: number | string;
  /** ISO 4217 code. */
  currency: string;
  interval?: PriceInterval;
  /** Whether tax is added to the amount. */
  isBeforeTax?: boolean;
  /** `large` for the amount of a pricing box, `medium` for a plan, `small` in text and rows. */
  size?: 'small' | 'medium' | 'large';
};

const amountLooks = {
  small: 'font-semibold',
  medium: 'font-display text-2xl font-semibold tracking-display',
  large: 'font-display text-4xl font-semibold tracking-[-0.02em]',
};

const intervalLooks = {
  small: 'text-xs font-normal text-muted-foreground',
  medium: 'block text-sm font-normal text-muted-foreground',
  large: 'ml-1 text-base font-normal text-muted-foreground',
};

/** Amount, currency and interval in tabular figures. */
export function Price({ amount, currency, interval, isBeforeTax, size = 'small' }: PriceProps) {
  const words = [interval && intervalWords(interval), isBeforeTax && 'plus tax'].filter(Boolean).join(' ');
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={amountLooks[size]}>{formatMoney(Number(amount), currency)}</span>
      {words ? <span className={classes(intervalLooks[size])}> {words}</span> : null}
    </span>
  );
}

// A value by square turned into a colour class: nine steps from "bad for White" to "good for White". Classes, not
// colours, so that light and dark look right.
export function heatStep(value: number, largest: number): number {
  if (!largest || !value) return 0;
  const step = Math.ceil((4 * Math.min(Math.abs(value), largest)) / largest);
  return value > 0 ? step : -step;
}

export function heatClass(value: number, largest: number): string {
  const step = heatStep(value, largest);
  return step === 0 ? 'heat-0' : step > 0 ? `heat-plus-${step}` : `heat-minus-${-step}`;
}

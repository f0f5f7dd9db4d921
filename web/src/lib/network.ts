// What there is to say of a network's view, in words.
import type { NetworkView } from './protocol';

// Boards with few men and with many are judged by different last neurons, where a network has several.
export function lastNeuronInWords({ number, of, men }: NetworkView['last_neuron']): string {
  if (of === 1) return `One last neuron for any number of men; here there are ${men}.`;
  return `Last neuron ${number} of ${of}, for ${men} men.`;
}

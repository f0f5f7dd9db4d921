import { mount } from 'svelte';
import 'chessground/assets/chessground.base.css';
import 'uplot/dist/uPlot.min.css';
import './generated/pieces.css';
import './app.css';
import App from './App.svelte';
import { Cabinet } from './lib/cabinet.svelte';

mount(App, { target: document.getElementById('app')!, props: { cabinet: new Cabinet() } });

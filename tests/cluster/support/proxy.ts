import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

interface ConnectionObserver {
  /** Called with the client's data. */
  onSent(data: Buffer, isNewTrip: boolean): void;
  /** Called when the client gets data of the server. */
  onAnswer(): void;
}

/** A TCP proxy in front of a server, which counts round trips and can misbehave. */
export interface TcpProxy {
  port: number;
  /** Round trips so far: client data that follows server data, or begins a connection. */
  trips(): number;
  /** Called for each new connection. */
  onConnection: (() => ConnectionObserver) | undefined;
  /** Delays each answer of the server by this many milliseconds. */
  delayMs: number;
  /** Forwards nothing in either direction. Connections stay open, and new ones are accepted. */
  pause(): void;
  resume(): void;
  /** Ends all connections, and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy on a free loopback port, in front of a port of this machine. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let trips = 0;
  let isPaused = false;
  const server = createServer((client) => {
    const upstream = connect({ port: target, host: '127.0.0.1' });
    const observer = proxy.onConnection?.();
    let isAnswered = true;
    for (const socket of [client, upstream]) {
      const other = socket === client ? upstream : client;
      sockets.add(socket);
      socket.setNoDelay(true);
      if (isPaused) socket.pause();
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('error', () => other.destroy());
    }
    client.on('data', (data) => {
      if (isAnswered) trips++;
      observer?.onSent(data, isAnswered);
      isAnswered = false;
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      const pass = () => {
        isAnswered = true;
        observer?.onAnswer();
        client.write(data);
      };
      // Timers of equal length fire in order.
      if (proxy.delayMs > 0) setTimeout(pass, proxy.delayMs);
      else pass();
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const { port } = address;
  const proxy: TcpProxy = {
    port,
    trips: () => trips,
    onConnection: undefined,
    delayMs: 0,
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    refuse,
    accept: () => listen(port),
    stop: refuse,
  };
  return proxy;
}

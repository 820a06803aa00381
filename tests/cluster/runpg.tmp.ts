import { startPostgres } from '/work/wt/cluster/tests/postgres/server.ts';
const p = await startPostgres({port: 55440});
console.log(await p.createDatabase('t1'));
process.on('SIGTERM', async () => { await p.stop(); process.exit(0); });
setInterval(()=>{}, 1000);

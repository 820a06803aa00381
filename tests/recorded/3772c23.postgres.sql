SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA drizzle;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE public.categories (
    slug text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.changes (
    seq bigint NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    is_bulk boolean DEFAULT false NOT NULL
);
CREATE TABLE public.comments (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT comments_length CHECK (((length(content) >= 1) AND (length(content) <= 200)))
);
CREATE SEQUENCE public.comments_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comments_seq_seq OWNED BY public.comments.seq;
CREATE TABLE public.devices (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.feed (
    id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL
);
CREATE TABLE public.identities (
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    task text NOT NULL COLLATE pg_catalog."C",
    result text COLLATE pg_catalog."C",
    taken_until bigint,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    token bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.likes (
    comment_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.nodes (
    id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    release text NOT NULL COLLATE pg_catalog."C",
    cursor bigint NOT NULL,
    failed integer NOT NULL,
    heartbeat bigint NOT NULL
);
CREATE TABLE public.pictures (
    url text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bigint NOT NULL,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    widths text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.post_words (
    post_seq bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.posts (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    category text DEFAULT 'uncategorized'::text NOT NULL COLLATE pg_catalog."C",
    image text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_demo boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    image_alt text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.posts_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.posts_seq_seq OWNED BY public.posts.seq;
CREATE TABLE public.rate_limits (
    key text NOT NULL COLLATE pg_catalog."C",
    points integer NOT NULL,
    expires_at bigint
);
CREATE TABLE public.sessions (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    proven_at bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.settings (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.sign_in_flows (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    attempt text NOT NULL COLLATE pg_catalog."C",
    identity text COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.users (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    username_key text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_verified boolean DEFAULT false NOT NULL,
    password_hash text COLLATE pg_catalog."C",
    profile_picture text NOT NULL COLLATE pg_catalog."C",
    is_admin boolean DEFAULT false NOT NULL,
    is_demo boolean DEFAULT false NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE SEQUENCE public.users_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_seq_seq OWNED BY public.users.seq;
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
ALTER TABLE ONLY public.comments ALTER COLUMN seq SET DEFAULT nextval('public.comments_seq_seq'::regclass);
ALTER TABLE ONLY public.posts ALTER COLUMN seq SET DEFAULT nextval('public.posts_seq_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN seq SET DEFAULT nextval('public.users_seq_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'e7f395bb3845d61db5c3bb8c6259a8ac29ef42569574245813ce9c308d5d6fe8', 1795372082517);
INSERT INTO public.categories VALUES ('rust', 'Rust 🦀');
INSERT INTO public.changes VALUES (1, 'publish', 'f172ced24c63bba19f0d23bd', 'a-post-with-pictures', 1795709550110, false);
INSERT INTO public.changes VALUES (2, 'publish', 'e41eee04b8997cc1a8a56bf4', 'same-title', 1795709550431, false);
INSERT INTO public.changes VALUES (3, 'publish', 'e8771234f134387f926db5ed', 'same-title-2', 1795709550623, false);
INSERT INTO public.changes VALUES (4, 'publish', 'e3374c30e45e26edc2c4c48a', 'unicode-title-angle-quotes-ri-ben-yu', 1795709550819, false);
INSERT INTO public.changes VALUES (5, 'publish', 'e5c983b73844634e101bec77', 'by-an-account-that-was-deleted', 1795709551008, false);
INSERT INTO public.changes VALUES (6, 'publish', 'cdb50ff6021f5220f05becad', 'changed-later', 1795709551092, false);
INSERT INTO public.changes VALUES (7, 'publish', 'f32105c22af4f3af7e44bd8d', 'deleted-later', 1795709551146, false);
INSERT INTO public.changes VALUES (8, 'publish', '75bb770ed519cb2421f25b3a', 'video-and-no-comments', 1795709551254, false);
INSERT INTO public.changes VALUES (9, 'publish', 'cdb50ff6021f5220f05becad', 'changed-later', 1795709551492, false);
INSERT INTO public.changes VALUES (10, 'remove', 'f32105c22af4f3af7e44bd8d', 'deleted-later', 1795709553476, false);
INSERT INTO public.comments VALUES (2, '6bcc1bf9724ac0f2b0559c0c', 'f172ced24c63bba19f0d23bd', '9c46bc47b9daf411d99ee483', 'Comment 1 on the first post', 1795709552582, 1795709552582);
INSERT INTO public.comments VALUES (3, '969863a720fba361567b1a4e', 'f172ced24c63bba19f0d23bd', 'baa7a2d20b8357260cdfc16d', 'Comment 2 on the first post', 1795709552622, 1795709552622);
INSERT INTO public.comments VALUES (5, '1cbd412a7301c701fc3a0207', 'f172ced24c63bba19f0d23bd', '5aa42cafcb1a80ab7dc570cb', 'Comment 4 on the first post', 1795709552661, 1795709552661);
INSERT INTO public.comments VALUES (7, 'c29930aa8b03b9eb0816224e', 'e41eee04b8997cc1a8a56bf4', '9c46bc47b9daf411d99ee483', 'Line 1
second line 👍 x', 1795709552726, 1795709552726);
INSERT INTO public.comments VALUES (9, '4311b18467934c2d076d09a8', 'e41eee04b8997cc1a8a56bf4', 'b0416d1b56d4d5d2b5949feb', 'Line 3
second line 👍 xxx', 1795709552869, 1795709552869);
INSERT INTO public.comments VALUES (10, 'c1d244f4b57d3f5f0a5c0875', 'e41eee04b8997cc1a8a56bf4', '9c46bc47b9daf411d99ee483', 'Line 4
second line 👍 xxxx', 1795709552875, 1795709552875);
INSERT INTO public.comments VALUES (11, 'db108ab1d0b9a916badf2aa3', 'e41eee04b8997cc1a8a56bf4', 'baa7a2d20b8357260cdfc16d', 'Line 5
second line 👍 xxxxx', 1795709552880, 1795709552880);
INSERT INTO public.comments VALUES (12, '49d57644262e18f2749486b5', 'e41eee04b8997cc1a8a56bf4', 'b0416d1b56d4d5d2b5949feb', 'Line 6
second line 👍 xxxxxx', 1795709552893, 1795709552893);
INSERT INTO public.comments VALUES (13, '08f9282217426135933e45e4', 'e41eee04b8997cc1a8a56bf4', '9c46bc47b9daf411d99ee483', 'Line 7
second line 👍 xxxxxxx', 1795709552946, 1795709552946);
INSERT INTO public.comments VALUES (14, '99acab195451744dba69eb05', 'e41eee04b8997cc1a8a56bf4', 'baa7a2d20b8357260cdfc16d', 'Line 8
second line 👍 xxxxxxxx', 1795709552972, 1795709552972);
INSERT INTO public.comments VALUES (15, 'edcf02454fcbea2ccb35f715', 'e41eee04b8997cc1a8a56bf4', 'b0416d1b56d4d5d2b5949feb', 'Line 9
second line 👍 xxxxxxxxx', 1795709553021, 1795709553021);
INSERT INTO public.comments VALUES (16, 'f84bc3250882052a3720bd4d', 'e41eee04b8997cc1a8a56bf4', '9c46bc47b9daf411d99ee483', 'Line 10
second line 👍 xxxxxxxxxx', 1795709553150, 1795709553150);
INSERT INTO public.comments VALUES (17, '691f03f2dfb8252e9c14ad3a', 'e41eee04b8997cc1a8a56bf4', 'baa7a2d20b8357260cdfc16d', 'Line 11
second line 👍 xxxxxxxxxxx', 1795709553168, 1795709553168);
INSERT INTO public.comments VALUES (18, '51987c0b238c22e3693b3317', 'e3374c30e45e26edc2c4c48a', '9c46bc47b9daf411d99ee483', 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé', 1795709553238, 1795709553238);
INSERT INTO public.comments VALUES (19, '540a5aaaed1fe345e609149e', 'e5c983b73844634e101bec77', 'b0416d1b56d4d5d2b5949feb', 'On a post whose author left', 1795709553256, 1795709553256);
INSERT INTO public.comments VALUES (20, '10cece06bc4eb0cb05d834f5', 'cdb50ff6021f5220f05becad', 'baa7a2d20b8357260cdfc16d', 'On a changed post', 1795709553261, 1795709553261);
INSERT INTO public.comments VALUES (1, '72e79768e434160ea8cc8e62', 'f172ced24c63bba19f0d23bd', 'b0416d1b56d4d5d2b5949feb', 'Edited by its author', 1795709552493, 1795709553451);
INSERT INTO public.comments VALUES (8, 'f99e73c24e00c2f587bd4358', 'e41eee04b8997cc1a8a56bf4', 'baa7a2d20b8357260cdfc16d', 'Edited by an administrator', 1795709552816, 1795709553459);
INSERT INTO public.comments VALUES (22, '52a1b6b9bbdd185276a44d15', 'f172ced24c63bba19f0d23bd', 'dda7e628e36d4bdad3b1fbb8', 'From an account of Google', 1795709554375, 1795709554375);
INSERT INTO public.devices VALUES ('46d4c6c69f6dddf120223b0731ff69c2293a075aa7242ed7c2e7eb70acdb38e2', '5aa42cafcb1a80ab7dc570cb', 1827245540948, 1795709540948);
INSERT INTO public.devices VALUES ('10aab2123115c024c119537510180fabc2857d8c3c898dbf55f851470b1c315b', 'b0416d1b56d4d5d2b5949feb', 1827245541083, 1795709541083);
INSERT INTO public.devices VALUES ('0fe71d4519db7f6447d93a14fcc3c59fc2352e4baa785b21f39980f50602fb0a', '9c46bc47b9daf411d99ee483', 1827245541728, 1795709541728);
INSERT INTO public.devices VALUES ('b32db5bcc1b120db7e2912a094792f2d5f41dc27d66651452cf06928557a04f7', 'baa7a2d20b8357260cdfc16d', 1827245541965, 1795709541965);
INSERT INTO public.devices VALUES ('ef44ee6119db4f86b97ca7866d21fb391988b6a391ae508ad7d82434355c1195', 'fbeae2935970eb63a685dcf6', 1827245547740, 1795709545503);
INSERT INTO public.devices VALUES ('65445f0551b792cb8367f91f7e5c6701741790bbc6e260cdf3cf2c441ac9bf57', 'dda7e628e36d4bdad3b1fbb8', 1827245554351, 1795709554351);
INSERT INTO public.devices VALUES ('b298a10e62ef019300649d5d3bfc37b973a8854b1fe348194284db403c28e90f', 'b0416d1b56d4d5d2b5949feb', 1827245554433, 1795709554433);
INSERT INTO public.devices VALUES ('e3fc9057e12ef9380852309d21403a1bd2e68e4ddc557cb762345c02cfe4166d', '9c46bc47b9daf411d99ee483', 1827245554639, 1795709554639);
INSERT INTO public.feed VALUES ('2be469681a85c60d1c6356a3', 10);
INSERT INTO public.identities VALUES ('http://localhost:34341', 'google-one', 'dda7e628e36d4bdad3b1fbb8', 1795709554317);
INSERT INTO public.identities VALUES ('http://localhost:34341', 'reader-one', 'b0416d1b56d4d5d2b5949feb', 1795709554428);
INSERT INTO public.leases VALUES ('startup', '126c79ad-060e-4163-b61c-c9880c4f30a1', 1, 0);
INSERT INTO public.likes VALUES ('72e79768e434160ea8cc8e62', 'b0416d1b56d4d5d2b5949feb', 1795709553287);
INSERT INTO public.likes VALUES ('72e79768e434160ea8cc8e62', '9c46bc47b9daf411d99ee483', 1795709553298);
INSERT INTO public.likes VALUES ('4311b18467934c2d076d09a8', '9c46bc47b9daf411d99ee483', 1795709553303);
INSERT INTO public.likes VALUES ('72e79768e434160ea8cc8e62', 'baa7a2d20b8357260cdfc16d', 1795709553307);
INSERT INTO public.likes VALUES ('72e79768e434160ea8cc8e62', '5aa42cafcb1a80ab7dc570cb', 1795709553337);
INSERT INTO public.likes VALUES ('540a5aaaed1fe345e609149e', 'b0416d1b56d4d5d2b5949feb', 1795709553354);
INSERT INTO public.likes VALUES ('540a5aaaed1fe345e609149e', '9c46bc47b9daf411d99ee483', 1795709553360);
INSERT INTO public.pictures VALUES ('/uploads/1795709547761-post-picture.png', '5aa42cafcb1a80ab7dc570cb', 'post', 900, 300, 1310, 2975, '[480,900]', 1795709548352);
INSERT INTO public.pictures VALUES ('/uploads/1795709548368-post-picture.png', '5aa42cafcb1a80ab7dc570cb', 'post', 900, 300, 1310, 3011, '[480,900]', 1795709549018);
INSERT INTO public.pictures VALUES ('/uploads/1795709549035-post-picture.png', 'fbeae2935970eb63a685dcf6', 'post', 900, 300, 1310, 2940, '[480,900]', 1795709549523);
INSERT INTO public.pictures VALUES ('/uploads/1795709549536-profile-picture.png', 'b0416d1b56d4d5d2b5949feb', 'profile', 300, 300, 709, 1619, '[96,192]', 1795709550062);
INSERT INTO public.post_words VALUES (1, '''0'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''pictures'' ''post'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (2, '''1'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (3, '''2'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (4, '''3'' ''a'' ''and'' ''angle'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''quotes'' ''text'' ''title'' ''two'' ''unicode'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (5, '''4'' ''a'' ''account'' ''an'' ''and'' ''bold'' ''by'' ''cafe'' ''const'' ''deleted'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''that'' ''two'' ''was'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (8, '''and'' ''comments'' ''no'' ''video'' ''watch''');
INSERT INTO public.post_words VALUES (6, '''a'' ''and'' ''bold'' ''cafe'' ''changed'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.posts VALUES (1, 'f172ced24c63bba19f0d23bd', '5aa42cafcb1a80ab7dc570cb', 'A post with pictures', 'a-post-with-pictures', 'javascript', '/uploads/1795709547761-post-picture.png', false, 1, 1795709550110, 1795709550110, 'Heading 0
Text number 0 with bold words, naïve café, 日本語 and a link.
one
two
const n = 0;
Quoted', '<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795709548368-post-picture.png" alt="A blue square"></p>', 'A red square');
INSERT INTO public.posts VALUES (2, 'e41eee04b8997cc1a8a56bf4', '5aa42cafcb1a80ab7dc570cb', 'Same title', 'same-title', 'reactjs', '', false, 1, 1795709550431, 1795709550431, 'Heading 1
Text number 1 with bold words, naïve café, 日本語 and a link.
one
two
const n = 1;
Quoted', '<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (3, 'e8771234f134387f926db5ed', 'b3ac806e81270424d5a4f519', 'Same title', 'same-title-2', 'nextjs', '', false, 1, 1795709550623, 1795709550623, 'Heading 2
Text number 2 with bold words, naïve café, 日本語 and a link.
one
two
const n = 2;
Quoted', '<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (4, 'e3374c30e45e26edc2c4c48a', 'fbeae2935970eb63a685dcf6', 'Ünïcode títle & <angle> "quotes" 日本語', 'unicode-title-angle-quotes-ri-ben-yu', 'rust', '', false, 1, 1795709550819, 1795709550819, 'Heading 3
Text number 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = 3;
Quoted', '<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (5, 'e5c983b73844634e101bec77', 'b3ac806e81270424d5a4f519', 'By an account that was deleted', 'by-an-account-that-was-deleted', 'uncategorized', 'https://pictures.example.com/cover.jpg', false, 1, 1795709551008, 1795709551008, 'Heading 4
Text number 4 with bold words, naïve café, 日本語 and a link.
one
two
const n = 4;
Quoted', '<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (8, '75bb770ed519cb2421f25b3a', 'fbeae2935970eb63a685dcf6', 'Video and no comments', 'video-and-no-comments', 'javascript', '', false, 1, 1795709551254, 1795709551254, 'Watch:', '<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>', '');
INSERT INTO public.posts VALUES (6, 'cdb50ff6021f5220f05becad', '5aa42cafcb1a80ab7dc570cb', 'Changed title', 'changed-later', 'css', '', false, 2, 1795709551092, 1795709551472, 'Heading changed
Text number changed with bold words, naïve café, 日本語 and a link.
one
two
const n = changed;
Quoted', '<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.rate_limits VALUES ('signInAccountAddress:rl544baikZcPJx3iAvrYTi:127.0.0.1', 1, 1795710454445);
INSERT INTO public.rate_limits VALUES ('signInAccount:JY2NyRbbjOosr7bDzQywJG', 0, 1795709600913);
INSERT INTO public.rate_limits VALUES ('signInDevice:rl544baikZcPJx3iAvrYTi:10aab2123115c024c11953', 1, 1795710454445);
INSERT INTO public.rate_limits VALUES ('signInAccount:rl544baikZcPJx3iAvrYTi', 0, 1795709601052);
INSERT INTO public.rate_limits VALUES ('google:127.0.0.1', 5, 1795710453606);
INSERT INTO public.rate_limits VALUES ('signInAccount:R1est_4VfAAFQ34glqL7Tx', 0, 1795709601933);
INSERT INTO public.rate_limits VALUES ('signInAddress:127.0.0.1', 2, 1795709600912);
INSERT INTO public.rate_limits VALUES ('signInAccount:zvQShDsm65dAYEOlSJ79eH', 1, 1795709601513);
INSERT INTO public.rate_limits VALUES ('signInAccount:EeLF76QMrOgv0GVlwKeJ7w', 0, 1795709602047);
INSERT INTO public.rate_limits VALUES ('signInAccount:Na_Bb9Vt7gFvUsE0SUeAw9', 0, 1795709602630);
INSERT INTO public.rate_limits VALUES ('signUp:127.0.0.1', 6, 1795709601000);
INSERT INTO public.rate_limits VALUES ('signInAccount:uy8fiINYWq7dNwc233MhQX', 0, 1795709605455);
INSERT INTO public.rate_limits VALUES ('upload:5aa42cafcb1a80ab7dc570cb', 2, 1795709607760);
INSERT INTO public.rate_limits VALUES ('upload:fbeae2935970eb63a685dcf6', 1, 1795709609034);
INSERT INTO public.rate_limits VALUES ('upload:b0416d1b56d4d5d2b5949feb', 1, 1795709609535);
INSERT INTO public.rate_limits VALUES ('comment:2e298f6abdac6078cc68579d', 1, 1795709612627);
INSERT INTO public.rate_limits VALUES ('comment:5aa42cafcb1a80ab7dc570cb', 1, 1795709612661);
INSERT INTO public.rate_limits VALUES ('comment:9c46bc47b9daf411d99ee483', 6, 1795709612582);
INSERT INTO public.rate_limits VALUES ('comment:b0416d1b56d4d5d2b5949feb', 6, 1795709612494);
INSERT INTO public.rate_limits VALUES ('comment:baa7a2d20b8357260cdfc16d', 7, 1795709612622);
INSERT INTO public.rate_limits VALUES ('like:baa7a2d20b8357260cdfc16d', 1, 1795709613307);
INSERT INTO public.rate_limits VALUES ('like:5aa42cafcb1a80ab7dc570cb', 1, 1795709613337);
INSERT INTO public.rate_limits VALUES ('like:b3ac806e81270424d5a4f519', 2, 1795709613342);
INSERT INTO public.rate_limits VALUES ('like:9c46bc47b9daf411d99ee483', 3, 1795709613298);
INSERT INTO public.rate_limits VALUES ('like:b0416d1b56d4d5d2b5949feb', 4, 1795709613287);
INSERT INTO public.rate_limits VALUES ('like:2e298f6abdac6078cc68579d', 4, 1795709613313);
INSERT INTO public.rate_limits VALUES ('edit:b0416d1b56d4d5d2b5949feb', 1, 1795709613451);
INSERT INTO public.rate_limits VALUES ('edit:5aa42cafcb1a80ab7dc570cb', 1, 1795709613458);
INSERT INTO public.rate_limits VALUES ('comment:dda7e628e36d4bdad3b1fbb8', 1, 1795709614375);
INSERT INTO public.sessions VALUES ('5f932ac4e17a4b32761a0c4932248d91af7a53d354c858156782a90061082d72', '5aa42cafcb1a80ab7dc570cb', 1798301540948, 1795709540947, 1795709540948);
INSERT INTO public.sessions VALUES ('55e8ebac0bb4cdb950129c2ef04f4ceca345ba247031aed9db7a62b6db20883c', '9c46bc47b9daf411d99ee483', 1798301541727, 1795709541727, 1795709541727);
INSERT INTO public.sessions VALUES ('68f07a0ab4976b8ce7a4bd00fa403bac818e402cc3c32de93d6e3fcdf0d18238', 'baa7a2d20b8357260cdfc16d', 1798301541964, 1795709541964, 1795709541964);
INSERT INTO public.sessions VALUES ('7dd4c18d204a884390ee05a871fd4d6cc2c678c90f5934b705892661b3c44c70', 'fbeae2935970eb63a685dcf6', 1798301547740, 1795709547740, 1795709547740);
INSERT INTO public.sessions VALUES ('9eb5446eabf80eacdf0771bf08ef137b996d697d8867529898fa9c3e7bd03e09', 'dda7e628e36d4bdad3b1fbb8', 1798301554351, 1795709554351, 1795709554351);
INSERT INTO public.sessions VALUES ('102608894e08a7cb923013c0e7bd714542de2c40481fab2ddfc7cb9666f3bc75', 'b0416d1b56d4d5d2b5949feb', 1798301554433, 1795709554433, 1795709554433);
INSERT INTO public.sessions VALUES ('00a095ef7d68cd3d5575f74523d39557613d606cc14b6299e1c2632be2f0462b', '9c46bc47b9daf411d99ee483', 1798301554638, 1795709554638, 1795709554638);
INSERT INTO public.settings VALUES ('stories', '{"newest":{"at":1795709540874,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"},"all":{"at":1795709540875,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}}');
INSERT INTO public.settings VALUES ('uploading:1795709547761-post-picture.png', '1795709547774');
INSERT INTO public.settings VALUES ('recent-picture:1795709547761-post-picture.png', '1795709548352');
INSERT INTO public.settings VALUES ('uploading:1795709548368-post-picture.png', '1795709548374');
INSERT INTO public.settings VALUES ('recent-picture:1795709548368-post-picture.png', '1795709549018');
INSERT INTO public.settings VALUES ('uploading:1795709549035-post-picture.png', '1795709549042');
INSERT INTO public.settings VALUES ('recent-picture:1795709549035-post-picture.png', '1795709549523');
INSERT INTO public.settings VALUES ('uploading:1795709549536-profile-picture.png', '1795709549544');
INSERT INTO public.settings VALUES ('lock:quotas', '');
INSERT INTO public.settings VALUES ('recent-picture:1795709549536-profile-picture.png', '1795709550062');
INSERT INTO public.sign_in_flows VALUES ('258d630a69d6384ebd5614ee1b006a0a2e34b37a320ccf3ef6ec01c8ea675cac', '', NULL, 1795710154592);
INSERT INTO public.users VALUES (1, '5aa42cafcb1a80ab7dc570cb', 'admin', 'admin', 'admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$x7RTsx7jmzXjXEibG65Jpw$hVPrpVYHH36fckvpo62u4gNXtPGawLwdzSAd5ud04J0', '/avatars/ad-1.svg', true, false, 1795709540747, 1795709540747);
INSERT INTO public.users VALUES (4, 'baa7a2d20b8357260cdfc16d', 'writer-three', 'writer-three', 'writer-three@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$vcsY6VSi4DMYb5NKaMSeDA$yjKUDQa59wwA10vuwLdz9VoauSi1obzHM9mKZm3u8sA', '/avatars/wt-0.svg', false, false, 1795709541915, 1795709541915);
INSERT INTO public.users VALUES (7, 'fbeae2935970eb63a685dcf6', 'third-admin', 'third-admin', 'third-admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$Mj6Mf2BcrtmR2mcRqAw28w$lmRzS4XIaZ5PYdTb33FIf6XoRvXN/UJ9VV4Kws5NVwU', '/avatars/ta-3.svg', true, false, 1795709545396, 1795709547653);
INSERT INTO public.users VALUES (3, '9c46bc47b9daf411d99ee483', 'Reader-Two', 'reader-two', 'reader-two@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$DV9MSIaOJsN/tVLj+eIBHw$BWFj4eoJlQkTCbhE2grfBzy+28zzxAQYxWVagnGd5gY', 'https://pictures.example.com/two.png', false, false, 1795709541383, 1795709550091);
INSERT INTO public.users VALUES (8, 'dda7e628e36d4bdad3b1fbb8', 'reader-r2q57w', 'reader-r2q57w', 'google-one@example.com', true, NULL, '/avatars/rw-6.svg', false, false, 1795709554317, 1795709554317);
INSERT INTO public.users VALUES (2, 'b0416d1b56d4d5d2b5949feb', 'reader-one', 'reader-one', 'reader-one@example.com', true, NULL, '/uploads/1795709549536-profile-picture.png', false, false, 1795709541035, 1795709554428);
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);
SELECT pg_catalog.setval('public.comments_seq_seq', 22, true);
SELECT pg_catalog.setval('public.posts_seq_seq', 8, true);
SELECT pg_catalog.setval('public.users_seq_seq', 8, true);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_id_unique UNIQUE (id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_id_hash_user_id_pk PRIMARY KEY (id_hash, user_id);
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT feed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_issuer_subject_pk PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_comment_id_user_id_pk PRIMARY KEY (comment_id, user_id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (url);
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_pkey PRIMARY KEY (post_seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_id_unique UNIQUE (id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_slug_unique UNIQUE (slug);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sign_in_flows
    ADD CONSTRAINT sign_in_flows_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_id_unique UNIQUE (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key_unique UNIQUE (username_key);
CREATE INDEX changes_at ON public.changes USING btree (at);
CREATE INDEX changes_post ON public.changes USING btree (post_id, seq);
CREATE INDEX comments_created ON public.comments USING btree (created_at);
CREATE INDEX comments_post_created ON public.comments USING btree (post_id, created_at);
CREATE INDEX comments_user_created ON public.comments USING btree (user_id, created_at);
CREATE INDEX devices_expiry ON public.devices USING btree (expires_at);
CREATE INDEX devices_user ON public.devices USING btree (user_id);
CREATE INDEX identities_user ON public.identities USING btree (user_id);
CREATE INDEX jobs_created ON public.jobs USING btree (created_at);
CREATE INDEX jobs_user ON public.jobs USING btree (user_id);
CREATE INDEX likes_user ON public.likes USING btree (user_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX post_words_words ON public.post_words USING gin (words);
CREATE INDEX posts_category_created ON public.posts USING btree (category, created_at);
CREATE INDEX posts_created ON public.posts USING btree (created_at);
CREATE INDEX posts_title ON public.posts USING btree (lower(title), category, user_id);
CREATE INDEX posts_updated ON public.posts USING btree (updated_at, category, user_id);
CREATE INDEX posts_user_category ON public.posts USING btree (user_id, category, created_at);
CREATE INDEX posts_user_created ON public.posts USING btree (user_id, created_at);
CREATE INDEX rate_limits_expiry ON public.rate_limits USING btree (expires_at);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_flows_expiry ON public.sign_in_flows USING btree (expires_at);
CREATE INDEX users_admin ON public.users USING btree (is_admin);
CREATE INDEX users_created ON public.users USING btree (created_at);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_comment_id_comments_id_fk FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_post_seq_posts_seq_fk FOREIGN KEY (post_seq) REFERENCES public.posts(seq) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

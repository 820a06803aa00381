PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE leases (
  name text primary key not null,
  holder text not null,
  token integer not null,
  expires_at integer not null
);
INSERT INTO leases VALUES('startup','677a8df2-97b5-4a9f-b57a-38de10339ae0',2,0);
INSERT INTO leases VALUES('scheduler','df41d921-afd4-4431-bdd7-f0124e54a0d6',1,0);
INSERT INTO leases VALUES('mail','677a8df2-97b5-4a9f-b57a-38de10339ae0',2,0);
CREATE TABLE IF NOT EXISTS "__drizzle_migrations" (
				id SERIAL PRIMARY KEY,
				hash text NOT NULL,
				created_at numeric
			);
INSERT INTO __drizzle_migrations VALUES(NULL,'85a9aac20d92ad169a9430eb131a3f94a35543e6cfebf4e8dfd9b7efdc5603bb',1795172030419);
INSERT INTO __drizzle_migrations VALUES(NULL,'a7166f09c6a87775f81b53073dae59acde1a60ce22dd532d023502cfa7a8c8f7',1795172030992);
INSERT INTO __drizzle_migrations VALUES(NULL,'69eb3885ac255157e71d3c4c0c276019fe4a7faaa9ddf54b60210a29ffabba36',1795173700699);
INSERT INTO __drizzle_migrations VALUES(NULL,'a2241d9dfdf5865d19fa229bd1aadba2ac99b7497044edbca7f1b7961f870fd1',1795337000000);
INSERT INTO __drizzle_migrations VALUES(NULL,'97db14b567279a88958a5333aa1040830d5ad8fe69883a8776d53ac5279a9195',1795337074779);
INSERT INTO __drizzle_migrations VALUES(NULL,'2a14a7ef24613962deacd62d46f40edc2f2eab2af3f4d0c0864f4e70e1bd1f75',1795359808328);
INSERT INTO __drizzle_migrations VALUES(NULL,'acb6f8a00c7d9d1b4040100300b613918dee6c8e82c56c1a45f73a25cd479402',1795360797410);
INSERT INTO __drizzle_migrations VALUES(NULL,'64034bc9d023dd146bf4d2d9c65e650be4f3330cca432bdd363cfcaed873ddd7',1795372080699);
INSERT INTO __drizzle_migrations VALUES(NULL,'92f85c85fc6818ddb5ef6075f9860710cd815332f48a02831a3fb7efdf11253f',1795386796017);
INSERT INTO __drizzle_migrations VALUES(NULL,'ff8150935bdba1323b059fdf5f185eb9b34ec4df3e07acc114faff85eac72928',1795434474061);
INSERT INTO __drizzle_migrations VALUES(NULL,'ffb96c13d06ec865987c8c3a5804a8a9ab551830aa303366e8348551be3603a4',1795451333807);
INSERT INTO __drizzle_migrations VALUES(NULL,'5e1da4c578bec2f7c428861a7d5239b6723c62c7c87a4c33cc69482a45f7fcb5',1795560958785);
INSERT INTO __drizzle_migrations VALUES(NULL,'96ec4497ed6e9fd3c674cc0be7028ca9231c0316793f1b57f836e4a40ea72e1f',1795620201094);
INSERT INTO __drizzle_migrations VALUES(NULL,'eb659f79eb64ba75fe6e02c747f5c82828524ec55d099888db4913f5e385946e',1795647296054);
INSERT INTO __drizzle_migrations VALUES(NULL,'06a6c96cd353e9c05c860a5bfb6d0664fde71c59a6ea06e5a868fe19fde16889',1795647474954);
INSERT INTO __drizzle_migrations VALUES(NULL,'908585aa608aa09c5200ffb7e2e87fc1f2f1095ab8a26da4b09e590b85ad5d88',1795697229968);
CREATE TABLE `comments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `number_of_likes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "comments_length" CHECK(length("comments"."content") between 1 and 200)
);
INSERT INTO comments VALUES(1,'c8443c9af9cb07ea7b39acb6','c43f972cad08243ef5f71102','39a3af4bc49dbc73166b355f','Edited by its author',1795710119706,1795710120923,4);
INSERT INTO comments VALUES(2,'fd2e79ac201fcfcc41740379','c43f972cad08243ef5f71102','2a652ec92f5ec1966578fbad','Comment 1 on the first post',1795710119712,1795710119712,0);
INSERT INTO comments VALUES(3,'5e9aed818cd9bceb845102c7','c43f972cad08243ef5f71102','16136a2129ce835e953ce698','Comment 2 on the first post',1795710119715,1795710119715,0);
INSERT INTO comments VALUES(5,'2cf1d965d39d945cb567bbee','c43f972cad08243ef5f71102','57f1f3a0a18fc5a3404b2a52','Comment 4 on the first post',1795710119732,1795710119732,0);
INSERT INTO comments VALUES(7,'34490e42aec4f8bed264ebe1','74f056805cae42d7777a9299','2a652ec92f5ec1966578fbad',replace('Line 1\nsecond line 👍 x','\n',char(10)),1795710119739,1795710119739,0);
INSERT INTO comments VALUES(8,'d7c021e5ca3b7e4f766dca53','74f056805cae42d7777a9299','16136a2129ce835e953ce698','Edited by an administrator',1795710119747,1795710120942,0);
INSERT INTO comments VALUES(9,'0ff066466fccdb8752644be5','74f056805cae42d7777a9299','39a3af4bc49dbc73166b355f',replace('Line 3\nsecond line 👍 xxx','\n',char(10)),1795710119750,1795710119750,1);
INSERT INTO comments VALUES(10,'2ffe7882d4650c1dc24cd4e7','74f056805cae42d7777a9299','2a652ec92f5ec1966578fbad',replace('Line 4\nsecond line 👍 xxxx','\n',char(10)),1795710119753,1795710119753,0);
INSERT INTO comments VALUES(11,'3b665fde385d6362527b0654','74f056805cae42d7777a9299','16136a2129ce835e953ce698',replace('Line 5\nsecond line 👍 xxxxx','\n',char(10)),1795710119756,1795710119756,0);
INSERT INTO comments VALUES(12,'a499633752c3538e4a39d941','74f056805cae42d7777a9299','39a3af4bc49dbc73166b355f',replace('Line 6\nsecond line 👍 xxxxxx','\n',char(10)),1795710119779,1795710119779,0);
INSERT INTO comments VALUES(13,'e6077cd2c6de6d801ecb9210','74f056805cae42d7777a9299','2a652ec92f5ec1966578fbad',replace('Line 7\nsecond line 👍 xxxxxxx','\n',char(10)),1795710119798,1795710119798,0);
INSERT INTO comments VALUES(14,'277be1d19755950427852679','74f056805cae42d7777a9299','16136a2129ce835e953ce698',replace('Line 8\nsecond line 👍 xxxxxxxx','\n',char(10)),1795710119828,1795710119828,0);
INSERT INTO comments VALUES(15,'445f216b62cd68134a9dbe35','74f056805cae42d7777a9299','39a3af4bc49dbc73166b355f',replace('Line 9\nsecond line 👍 xxxxxxxxx','\n',char(10)),1795710119908,1795710119908,0);
INSERT INTO comments VALUES(16,'fbd142e19426ef2229725f49','74f056805cae42d7777a9299','2a652ec92f5ec1966578fbad',replace('Line 10\nsecond line 👍 xxxxxxxxxx','\n',char(10)),1795710120027,1795710120027,0);
INSERT INTO comments VALUES(17,'92dc30892fdb7409c712647f','74f056805cae42d7777a9299','16136a2129ce835e953ce698',replace('Line 11\nsecond line 👍 xxxxxxxxxxx','\n',char(10)),1795710120098,1795710120098,0);
INSERT INTO comments VALUES(18,'512276a0302f7cd365c2d2dc','c310e90934c3a873b7425a93','2a652ec92f5ec1966578fbad','éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé',1795710120137,1795710120137,0);
INSERT INTO comments VALUES(19,'a0de16d1deb03a6fe7c2912c','897be52276a4268c1e246a18','39a3af4bc49dbc73166b355f','On a post whose author left',1795710120172,1795710120172,2);
INSERT INTO comments VALUES(20,'8c9a40d14d8f017c37c512fe','34b7516bb419a9d86007348a','16136a2129ce835e953ce698','On a changed post',1795710120194,1795710120194,0);
INSERT INTO comments VALUES(22,'3ee0298928d23900e2a9c031','c43f972cad08243ef5f71102','8c6f298a444e92730af4666c','From an account of Google',1795710122201,1795710122201,0);
INSERT INTO comments VALUES(23,'5cc9f8477b5f9d6fc97e5a4c','ed03b8049d6954ede53b1dc1','abbcfe19f7307c222b5ef038','By a suspended account',1795710124436,1795710124436,1);
INSERT INTO comments VALUES(39,'6d412ee1ba42749a740edeb4','260b0bec2500f73677051924','39a3af4bc49dbc73166b355f','Comment 0 on Trashed and restored',1795710163944,1795710163944,2);
INSERT INTO comments VALUES(40,'6b9573dc8519877c5530ac1a','260b0bec2500f73677051924','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710163985,1795710164762,1);
INSERT INTO comments VALUES(41,'3ebd8a261f8b89fbc134a152','260b0bec2500f73677051924','16136a2129ce835e953ce698','Comment 2 on Trashed and restored',1795710164037,1795710164037,0);
INSERT INTO comments VALUES(42,'ce0949ac1e5e52f7a8be7684','260b0bec2500f73677051924','8c6f298a444e92730af4666c','Comment 3 on Trashed and restored',1795710164153,1795710164153,0);
INSERT INTO comments VALUES(43,'7828ea6a6ad5974ec4f36c06','260b0bec2500f73677051924','39a3af4bc49dbc73166b355f','Comment 4 on Trashed and restored',1795710164166,1795710164166,0);
INSERT INTO comments VALUES(59,'04f767dac946005bc80b0163','c713f5f1bc95e5334fd39210','57f1f3a0a18fc5a3404b2a52','Comment through an older node',1795710181958,1795710181958,1);
INSERT INTO comments VALUES(60,'fa5ddf06305f3aaf2d5b90c1','53ac45bff184787936306a80','57f1f3a0a18fc5a3404b2a52','Written while its post was being hidden',1795710181986,1795710181986,0);
CREATE TABLE `likes` (
	`comment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO likes VALUES('c8443c9af9cb07ea7b39acb6','39a3af4bc49dbc73166b355f',1795710120325);
INSERT INTO likes VALUES('c8443c9af9cb07ea7b39acb6','2a652ec92f5ec1966578fbad',1795710120396);
INSERT INTO likes VALUES('0ff066466fccdb8752644be5','2a652ec92f5ec1966578fbad',1795710120408);
INSERT INTO likes VALUES('c8443c9af9cb07ea7b39acb6','16136a2129ce835e953ce698',1795710120428);
INSERT INTO likes VALUES('c8443c9af9cb07ea7b39acb6','57f1f3a0a18fc5a3404b2a52',1795710120870);
INSERT INTO likes VALUES('a0de16d1deb03a6fe7c2912c','39a3af4bc49dbc73166b355f',1795710120882);
INSERT INTO likes VALUES('a0de16d1deb03a6fe7c2912c','2a652ec92f5ec1966578fbad',1795710120883);
INSERT INTO likes VALUES('5cc9f8477b5f9d6fc97e5a4c','09dd7313717d04e80a7ec397',1795710124449);
INSERT INTO likes VALUES('6b9573dc8519877c5530ac1a','09dd7313717d04e80a7ec397',1795710164634);
INSERT INTO likes VALUES('6d412ee1ba42749a740edeb4','16136a2129ce835e953ce698',1795710164629);
INSERT INTO likes VALUES('6d412ee1ba42749a740edeb4','2a652ec92f5ec1966578fbad',1795710164620);
INSERT INTO likes VALUES('04f767dac946005bc80b0163','57f1f3a0a18fc5a3404b2a52',1795710181975);
CREATE TABLE `pictures` (
	`url` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`widths` text NOT NULL,
	`created_at` integer NOT NULL
, `stored_bytes` integer DEFAULT 0 NOT NULL, `alt` text DEFAULT '' NOT NULL);
INSERT INTO pictures VALUES('/uploads/1795710104409-post-picture.png','57f1f3a0a18fc5a3404b2a52','post',900,300,1310,'[480,900]',1795710106723,2975,'');
INSERT INTO pictures VALUES('/uploads/1795710106828-post-picture.png','57f1f3a0a18fc5a3404b2a52','post',900,300,1310,'[480,900]',1795710108890,3011,'Blue, from the library');
INSERT INTO pictures VALUES('/uploads/1795710108980-post-picture.png','46c82093e2e39abe0f34327c','post',900,300,1310,'[480,900]',1795710111766,2940,'');
INSERT INTO pictures VALUES('/uploads/1795710111792-profile-picture.png','39a3af4bc49dbc73166b355f','profile',300,300,709,'[96,192]',1795710112462,1619,'');
INSERT INTO pictures VALUES('/uploads/1795710123294-post-picture.png','09dd7313717d04e80a7ec397','post',900,300,1528,'[480,900]',1795710124061,3170,'');
CREATE TABLE `posts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`category` text DEFAULT 'uncategorized' NOT NULL,
	`image` text DEFAULT '' NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`text` text NOT NULL,
	`content` text NOT NULL
, `image_alt` text DEFAULT '' NOT NULL, `guid` text DEFAULT '' NOT NULL, `is_featured` integer DEFAULT false NOT NULL, `noindex` integer DEFAULT false NOT NULL, `seo` text DEFAULT '{}' NOT NULL);
INSERT INTO posts VALUES(1,'c43f972cad08243ef5f71102','57f1f3a0a18fc5a3404b2a52','A post with pictures','a-post-with-pictures','javascript','/uploads/1795710104409-post-picture.png',0,1,1795710112514,1795710112514,replace('Heading 0\nText number 0 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 0;\nQuoted','\n',char(10)),'<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710106828-post-picture.png" alt="A blue square"></p>','A red square','',0,0,'{}');
INSERT INTO posts VALUES(2,'74f056805cae42d7777a9299','57f1f3a0a18fc5a3404b2a52','Same title','same-title','reactjs','',0,1,1795710115309,1795710115309,replace('Heading 1\nText number 1 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 1;\nQuoted','\n',char(10)),'<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(3,'a2dc363a3f56c28fb0dadcca','fb1c1b8ef0e6fa14a444851a','Same title','same-title-2','nextjs','',0,1,1795710116577,1795710116577,replace('Heading 2\nText number 2 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 2;\nQuoted','\n',char(10)),'<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(4,'c310e90934c3a873b7425a93','46c82093e2e39abe0f34327c','Ünïcode títle & <angle> "quotes" 日本語','unicode-title-angle-quotes-ri-ben-yu','rust','',0,1,1795710118479,1795710118479,replace('Heading 3\nText number 3 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 3;\nQuoted','\n',char(10)),'<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(5,'897be52276a4268c1e246a18','fb1c1b8ef0e6fa14a444851a','By an account that was deleted','by-an-account-that-was-deleted','uncategorized','https://pictures.example.com/cover.jpg',0,1,1795710119117,1795710119117,replace('Heading 4\nText number 4 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 4;\nQuoted','\n',char(10)),'<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(6,'34b7516bb419a9d86007348a','57f1f3a0a18fc5a3404b2a52','Changed title','changed-later','css','',0,2,1795710119264,1795710119549,replace('Heading changed\nText number changed with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = changed;\nQuoted','\n',char(10)),'<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(9,'ed03b8049d6954ede53b1dc1','09dd7313717d04e80a7ec397','By an author','by-an-author','javascript','/uploads/1795710123294-post-picture.png',0,1,1795710124078,1795710124078,replace('Heading 8\nText number 8 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 8;\nQuoted','\n',char(10)),'<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(10,'0466c7ba7b1ae2abcbc55a98','70bb091c2c22683759ca24f0','By an editor','by-an-editor','css','',0,1,1795710124182,1795710124182,replace('Heading 9\nText number 9 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 9;\nQuoted','\n',char(10)),'<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(11,'680b860fd36f0b3adec927e6','70bb091c2c22683759ca24f0','Published document','published-document','css','/uploads/1795710104409-post-picture.png',0,1,1795710155778,1795710155778,replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>','Again red','',1,1,'{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}');
INSERT INTO posts VALUES(12,'7f510d1da78aea2513093d70','09dd7313717d04e80a7ec397','With a new address','a-new-address','css','',0,2,1795710156893,1795710157080,replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>','','with-another-address',0,0,'{}');
INSERT INTO posts VALUES(13,'26fcdd1f646daa5dd7566108','09dd7313717d04e80a7ec397','Live and scheduled','live-and-scheduled','css','',0,1,1795710157131,1795710157131,replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
INSERT INTO posts VALUES(17,'260b0bec2500f73677051924','09dd7313717d04e80a7ec397','Trashed and restored','trashed-and-restored','css','',0,1,1795710163365,1795710163365,replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{"title":"Hidden"}');
INSERT INTO posts VALUES(20,'53ac45bff184787936306a80','09dd7313717d04e80a7ec397','Hiding was interrupted','hiding-was-interrupted','css','',0,1,1795710168928,1795710168928,replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{"title":"Hidden"}');
INSERT INTO posts VALUES(21,'c713f5f1bc95e5334fd39210','57f1f3a0a18fc5a3404b2a52','From an older node','from-an-older-node','reactjs','',0,1,1795710179040,1795710179040,replace('Heading older\nText number older with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = older;\nQuoted','\n',char(10)),'<h2>Heading older</h2><p>Text number older with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/older" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = older;</code></pre><blockquote>Quoted</blockquote>','','',0,0,'{}');
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expires_at` integer
);
INSERT INTO rate_limits VALUES('signInAddress:127.0.0.1',0,1795710229340);
INSERT INTO rate_limits VALUES('signInAccount:JY2NyRbbjOosr7bDzQywJG',0,1795710238988);
INSERT INTO rate_limits VALUES('signUp:127.0.0.1',11,1795710161226);
INSERT INTO rate_limits VALUES('mail:verify-email:rl544baikZcPJx3iAvrYTi',1,1795713701430);
INSERT INTO rate_limits VALUES('mailDay:verify-email:rl544baikZcPJx3iAvrYTi',1,1795796501430);
INSERT INTO rate_limits VALUES('signInAccount:rl544baikZcPJx3iAvrYTi',0,1795710161451);
INSERT INTO rate_limits VALUES('mail:verify-email:zvQShDsm65dAYEOlSJ79eH',1,1795713701694);
INSERT INTO rate_limits VALUES('mailDay:verify-email:zvQShDsm65dAYEOlSJ79eH',1,1795796501694);
INSERT INTO rate_limits VALUES('signInAccount:zvQShDsm65dAYEOlSJ79eH',0,1795710229340);
INSERT INTO rate_limits VALUES('mail:verify-email:R1est_4VfAAFQ34glqL7Tx',1,1795713702491);
INSERT INTO rate_limits VALUES('mailDay:verify-email:R1est_4VfAAFQ34glqL7Tx',1,1795796502491);
INSERT INTO rate_limits VALUES('signInAccount:R1est_4VfAAFQ34glqL7Tx',0,1795710162503);
INSERT INTO rate_limits VALUES('mail:verify-email:EeLF76QMrOgv0GVlwKeJ7w',1,1795713702776);
INSERT INTO rate_limits VALUES('mailDay:verify-email:EeLF76QMrOgv0GVlwKeJ7w',1,1795796502776);
INSERT INTO rate_limits VALUES('signInAccount:EeLF76QMrOgv0GVlwKeJ7w',0,1795710162786);
INSERT INTO rate_limits VALUES('mail:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9',1,1795713703373);
INSERT INTO rate_limits VALUES('mailDay:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9',1,1795796503373);
INSERT INTO rate_limits VALUES('signInAccount:Na_Bb9Vt7gFvUsE0SUeAw9',0,1795710163382);
INSERT INTO rate_limits VALUES('mail:verify-email:uy8fiINYWq7dNwc233MhQX',1,1795713704062);
INSERT INTO rate_limits VALUES('mailDay:verify-email:uy8fiINYWq7dNwc233MhQX',1,1795796504062);
INSERT INTO rate_limits VALUES('signInAccount:uy8fiINYWq7dNwc233MhQX',0,1795710164147);
INSERT INTO rate_limits VALUES('upload:57f1f3a0a18fc5a3404b2a52',2,1795710164382);
INSERT INTO rate_limits VALUES('upload:46c82093e2e39abe0f34327c',1,1795710168980);
INSERT INTO rate_limits VALUES('upload:39a3af4bc49dbc73166b355f',1,1795710171791);
INSERT INTO rate_limits VALUES('save:57f1f3a0a18fc5a3404b2a52',5,1795710172514);
INSERT INTO rate_limits VALUES('save:fb1c1b8ef0e6fa14a444851a',2,1795710176577);
INSERT INTO rate_limits VALUES('save:46c82093e2e39abe0f34327c',2,1795710178462);
INSERT INTO rate_limits VALUES('comment:39a3af4bc49dbc73166b355f',20,1795710179707);
INSERT INTO rate_limits VALUES('comment:2a652ec92f5ec1966578fbad',13,1795710179712);
INSERT INTO rate_limits VALUES('comment:16136a2129ce835e953ce698',14,1795710179715);
INSERT INTO rate_limits VALUES('comment:808b8055d43b36521c757790',1,1795710179725);
INSERT INTO rate_limits VALUES('comment:57f1f3a0a18fc5a3404b2a52',2,1795710241959);
INSERT INTO rate_limits VALUES('like:39a3af4bc49dbc73166b355f',4,1795710180325);
INSERT INTO rate_limits VALUES('like:2a652ec92f5ec1966578fbad',10,1795710180396);
INSERT INTO rate_limits VALUES('like:16136a2129ce835e953ce698',8,1795710180428);
INSERT INTO rate_limits VALUES('like:808b8055d43b36521c757790',11,1795710180614);
INSERT INTO rate_limits VALUES('like:57f1f3a0a18fc5a3404b2a52',1,1795710241975);
INSERT INTO rate_limits VALUES('like:fb1c1b8ef0e6fa14a444851a',2,1795710180877);
INSERT INTO rate_limits VALUES('edit:39a3af4bc49dbc73166b355f',1,1795710180923);
INSERT INTO rate_limits VALUES('edit:57f1f3a0a18fc5a3404b2a52',1,1795710180942);
INSERT INTO rate_limits VALUES('google:127.0.0.1',5,1795711021619);
INSERT INTO rate_limits VALUES('comment:8c6f298a444e92730af4666c',8,1795710182201);
INSERT INTO rate_limits VALUES('mail:verify-email:62nRnDTp-Fc9jR_6xmd1Vg',2,1795713722376);
INSERT INTO rate_limits VALUES('mailDay:verify-email:62nRnDTp-Fc9jR_6xmd1Vg',2,1795796522377);
INSERT INTO rate_limits VALUES('signInAccount:62nRnDTp-Fc9jR_6xmd1Vg',0,1795710182386);
INSERT INTO rate_limits VALUES('mail:verify-email:nrqrPcMIDETmG7VaJh2PP9',2,1795713722428);
INSERT INTO rate_limits VALUES('mailDay:verify-email:nrqrPcMIDETmG7VaJh2PP9',2,1795796522428);
INSERT INTO rate_limits VALUES('signInAccount:nrqrPcMIDETmG7VaJh2PP9',0,1795710182435);
INSERT INTO rate_limits VALUES('mail:verify-email:zeZQTUgzJ5YJ7oOt9NoEze',1,1795713722821);
INSERT INTO rate_limits VALUES('mailDay:verify-email:zeZQTUgzJ5YJ7oOt9NoEze',1,1795796522821);
INSERT INTO rate_limits VALUES('signInAccount:zeZQTUgzJ5YJ7oOt9NoEze',0,1795710182850);
INSERT INTO rate_limits VALUES('mail:verify-email:9yqDqfJZeWT7mZT15QxNM-',1,1795713722899);
INSERT INTO rate_limits VALUES('mailDay:verify-email:9yqDqfJZeWT7mZT15QxNM-',1,1795796522899);
INSERT INTO rate_limits VALUES('signInAccount:9yqDqfJZeWT7mZT15QxNM-',0,1795710182937);
INSERT INTO rate_limits VALUES('mail:verify-email:DcZAcx2WudcUeaSB78cr2v',1,1795713723058);
INSERT INTO rate_limits VALUES('mailDay:verify-email:DcZAcx2WudcUeaSB78cr2v',1,1795796523058);
INSERT INTO rate_limits VALUES('signInAccount:DcZAcx2WudcUeaSB78cr2v',0,1795710183098);
INSERT INTO rate_limits VALUES('upload:09dd7313717d04e80a7ec397',1,1795710183293);
INSERT INTO rate_limits VALUES('save:09dd7313717d04e80a7ec397',17,1795710184078);
INSERT INTO rate_limits VALUES('save:70bb091c2c22683759ca24f0',7,1795710184182);
INSERT INTO rate_limits VALUES('comment:abbcfe19f7307c222b5ef038',1,1795710184436);
INSERT INTO rate_limits VALUES('like:09dd7313717d04e80a7ec397',8,1795710184449);
INSERT INTO rate_limits VALUES('emailTaken:1dabb99431be62092c202d43',0,1795713724522);
INSERT INTO rate_limits VALUES('emailChange:1dabb99431be62092c202d43',1,1795713724522);
INSERT INTO rate_limits VALUES('mail:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f',1,1795713724564);
INSERT INTO rate_limits VALUES('mailDay:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f',1,1795796524564);
INSERT INTO rate_limits VALUES('mailAddress:127.0.0.1',1,1795713724786);
INSERT INTO rate_limits VALUES('mail:reset-password:zvQShDsm65dAYEOlSJ79eH',1,1795713724786);
INSERT INTO rate_limits VALUES('mailDay:reset-password:zvQShDsm65dAYEOlSJ79eH',1,1795796524786);
INSERT INTO rate_limits VALUES('passkey:127.0.0.1',2,1795711055521);
INSERT INTO rate_limits VALUES('edit:2a652ec92f5ec1966578fbad',7,1795710218439);
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL, `proven_at` integer DEFAULT 0 NOT NULL, `public_id` text DEFAULT '' NOT NULL, `browser` text DEFAULT '' NOT NULL, `network` text DEFAULT '' NOT NULL, `last_used_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO sessions VALUES('35d6fc296ead73bbc83a8f98b39500e81f69a1e76fd5e199f0efea5a23f48a0c','57f1f3a0a18fc5a3404b2a52',1798302101192,1795710101149,1795710101149,'b37180e616d8344240b97053','Firefox on Linux','127.0.0.0/24',1795710101149);
INSERT INTO sessions VALUES('191a0d57f589d1e8ca5b28a8ba2f631068075be9f743e2f95fa3febb337cb665','2a652ec92f5ec1966578fbad',1798302102023,1795710102015,1795710102015,'d8b1588cdbc399e6983fb0c6','Firefox on Linux','127.0.0.0/24',1795710102015);
INSERT INTO sessions VALUES('94e5b34af612b191d76301085c9fb209a6f6d55a3d7394ce1c6825e9337447c8','16136a2129ce835e953ce698',1798302102692,1795710102692,1795710102692,'9a781142c7f4b1482e37338c','Firefox on Linux','127.0.0.0/24',1795710102692);
INSERT INTO sessions VALUES('5c656fde0ba6436cdad93075cbd7dcc78c15f5f6e8d0ade9ce22237acb2eea99','46c82093e2e39abe0f34327c',1798302104349,1795710104345,1795710104345,'f656357fe70e2189c396a565','Firefox on Linux','127.0.0.0/24',1795710104345);
INSERT INTO sessions VALUES('8b45e6ec47a477764ac634a766fa7dca25de7290602cce145fc5231080bfa5bd','8c6f298a444e92730af4666c',1798302122132,1795710122132,1795710122132,'5fb2b2871e25b7d708dfedb3','Firefox on Linux','127.0.0.0/24',1795710122132);
INSERT INTO sessions VALUES('050e21e2eac0645bd4edf8b467927838fee3aa57ded6c9d7e1a117e0843fdfa0','39a3af4bc49dbc73166b355f',1798302122281,1795710122281,1795710122281,'237b33ca6af7270d0a83f6b8','Firefox on Linux','127.0.0.0/24',1795710122281);
INSERT INTO sessions VALUES('d707866ecc1a8fd8ffd371710752f9a55f4f895dc36dd7ff01d66a7e0b6c662c','1dabb99431be62092c202d43',1798302122960,1795710122959,1795710122959,'3b4c74cd7677e14e5905c164','Firefox on Linux','127.0.0.0/24',1795710122959);
INSERT INTO sessions VALUES('18747dc7a8bff48175a85feebdc5c6980ce38c1c9ec9dd607a2b099e48da8c05','cc2c26417c479131fdfaf91a',1798302123155,1795710123132,1795710123132,'7bd1396121f2af9648520c99','Firefox on Linux','127.0.0.0/24',1795710123132);
INSERT INTO sessions VALUES('c18bbb0f37b10d7075334352f8c160195d3189f7d75f05a8fea3b841afe36de3','09dd7313717d04e80a7ec397',1798302123222,1795710123221,1795710123221,'70863a88994926adc4ff12b8','Firefox on Linux','127.0.0.0/24',1795710123221);
INSERT INTO sessions VALUES('49bdecf18dfdda157626b7939d54437ac07edcead7dd57b78f4a1c38de4fde87','70bb091c2c22683759ca24f0',1798302123284,1795710123284,1795710123284,'7bc2b3aa059dc2ab7b8dba8f','Firefox on Linux','127.0.0.0/24',1795710123284);
INSERT INTO sessions VALUES('6d9f87beb7b4efaaba3a64757e6c575f48ef972c533dddf729efb4480d1968df','09dd7313717d04e80a7ec397',1798302155540,1795710155540,1795710155540,'d4572f108613801398afe22b','Firefox on Linux','127.0.0.0/24',1795710155540);
INSERT INTO sessions VALUES('4f69aad4c74208224a5093dbd3bd56e71a24bb79bd7e129477005c024f1c1fcd','cc2c26417c479131fdfaf91a',1798302155582,1795710155581,1795710155581,'4e155205a7626b093500c2d5','Firefox on Linux','127.0.0.0/24',1795710155581);
INSERT INTO sessions VALUES('d5a85dd507151ec7d2cc15b0b9ca6f99332c2b65c7dabfe1c4491c433cda1ffa','2a652ec92f5ec1966578fbad',1798302169364,1795710169363,1795710169363,'f5e444248fbfb4cd2db6c688','Firefox on Linux','127.0.0.0/24',1795710169363);
INSERT INTO sessions VALUES('bd82277a7ab1b848e3fce9d68b8fe498036aac4327b86b71149d1bd8f1dda36e','57f1f3a0a18fc5a3404b2a52',1798302179017,1795710179017,1795710179014,'c9edd1780b54f48980e8cea9','Firefox on Linux','127.0.0.0/24',1795710179014);
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
INSERT INTO settings VALUES('picture-uses','done');
INSERT INTO settings VALUES('database:migrated-by','{"by":"Inkwell 0.1.0 (migration 0015_sign_in_trust)","migration":1795697229968,"oldest":1795697229968}');
INSERT INTO settings VALUES('feeds:origin','http://localhost:4398');
INSERT INTO settings VALUES('stories','{"newest":{"at":1795710099455,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"},"all":{"at":1795710099486,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}}');
INSERT INTO settings VALUES('uploading:1795710104409-post-picture.png','1795710104455');
INSERT INTO settings VALUES('recent-picture:1795710104409-post-picture.png','1795710106723');
INSERT INTO settings VALUES('uploading:1795710106828-post-picture.png','1795710106837');
INSERT INTO settings VALUES('recent-picture:1795710106828-post-picture.png','1795710108890');
INSERT INTO settings VALUES('uploading:1795710108980-post-picture.png','1795710109056');
INSERT INTO settings VALUES('recent-picture:1795710108980-post-picture.png','1795710111766');
INSERT INTO settings VALUES('uploading:1795710111792-profile-picture.png','1795710111798');
INSERT INTO settings VALUES('recent-picture:1795710111792-profile-picture.png','1795710112462');
INSERT INTO settings VALUES('uploading:1795710123294-post-picture.png','1795710123297');
INSERT INTO settings VALUES('recent-picture:1795710123294-post-picture.png','1795710124061');
INSERT INTO settings VALUES('owner:auditDays','400');
CREATE TABLE `users` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`profile_picture` text NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `role` text DEFAULT 'reader' NOT NULL, `is_admin` integer GENERATED ALWAYS AS (role = 'administrator') VIRTUAL NOT NULL, `pending_email` text, `suspended_until` integer, `suspended_reason` text DEFAULT '' NOT NULL, `bio` text DEFAULT '' NOT NULL, `links` text DEFAULT '[]' NOT NULL, `overview_seen_at` integer, `password_from_mail` integer DEFAULT false NOT NULL);
INSERT INTO users VALUES(1,'57f1f3a0a18fc5a3404b2a52','admin','admin','admin@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$gRkw/lSXcxr+HXmxY/2KAQ$62HsdZzomh9MpSn3fpnlNFprB1v4fvPzd5iAPpuuaro','/avatars/ad-1.svg',0,1795710098851,1795710098851,'administrator',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(2,'39a3af4bc49dbc73166b355f','reader-one','reader-one','reader-one@example.com',1,NULL,'/uploads/1795710111792-profile-picture.png',0,1795710101428,1795710122276,'reader',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(3,'2a652ec92f5ec1966578fbad','Reader-Two','reader-two','reader-two@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$V5dSr//AYmKyseV5h9LfFg$Xz2nZ9W4TO07LkZxcbEUALYvJbIvY8/l02QlFyIrV8k','https://pictures.example.com/two.png',0,1795710101691,1795710112482,'reader',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(4,'16136a2129ce835e953ce698','writer-three','writer-three','writer-three@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$K9IJFHFNZd0e1701vIUtug$Sp0HPWiF7Q+5lImQBgA5Sf3AV1X2wzO5R9zkLhatqG4','/avatars/wt-0.svg',0,1795710102485,1795710102485,'reader',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(7,'46c82093e2e39abe0f34327c','third-admin','third-admin','third-admin@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$Azdqu0jC8NFpbyCI+0sn2Q$9jh8qdYDDjiHNs6cOMgoTVEbNFCBcCI6QMfd94rGE+w','/avatars/ta-3.svg',0,1795710104060,1795710104190,'administrator',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(8,'8c6f298a444e92730af4666c','reader-k694cu','reader-k694cu','google-one@example.com',1,NULL,'/avatars/rc-8.svg',0,1795710122125,1795710122125,'reader',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(9,'09dd7313717d04e80a7ec397','author-one','author-one','author-one@example.com',1,'$argon2id$v=19$m=19456,t=2,p=1$ldNuAA1CziO4UWJyNNZDQA$aSh5xN/EK0x0RUan1ZBtB3p1xnF1I61Bo0HYLo93rmI','/avatars/ao-0.svg',0,1795710122375,1795710168644,'author',NULL,NULL,'','Writes tests','["https://example.com/author"]',NULL,0);
INSERT INTO users VALUES(10,'70bb091c2c22683759ca24f0','editor-one','editor-one','editor-one@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$f5TbXhRPTnlUDFEPQ3YhUg$j0iiZHqbLcxktjUGrU0JSMdxr2UzICXQBBYQTfSOWcM','/avatars/eo-8.svg',0,1795710122427,1795710123179,'editor',NULL,NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(11,'abbcfe19f7307c222b5ef038','suspended-one','suspended-one','suspended-one@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$GT8k4f7Ig92hM3H4Edy0/A$z9bErAQOsijAu5DpgDjJjE55GaDeqkO6wZwuFNF1ge8','/avatars/so-8.svg',0,1795710122819,1795710124454,'reader',NULL,4070908800000,'Test of a suspension','','[]',NULL,0);
INSERT INTO users VALUES(12,'1dabb99431be62092c202d43','moving-one','moving-one','moving-one@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$B7dEtx371Tu1lafOf+J40w$rmd6pu1xrr/5ZOQV9DTIffZa64JkCyUReuUKdDHgjHg','/avatars/mo-9.svg',0,1795710122897,1795710124563,'reader','moved-one@example.com',NULL,'','','[]',NULL,0);
INSERT INTO users VALUES(13,'cc2c26417c479131fdfaf91a','codes-one','codes-one','codes-one@example.com',0,'$argon2id$v=19$m=19456,t=2,p=1$11Jy/LpCGU8xhj3z2z7ASg$ic0ukltwyJy4Iw2zTdsxbdmZytDEPfwcmS0HZzYmYl0','/avatars/co-7.svg',0,1795710123057,1795710123057,'reader',NULL,NULL,'','','[]',NULL,0);
CREATE TABLE `sign_in_flows` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`attempt` text NOT NULL,
	`identity` text,
	`expires_at` integer NOT NULL
);
INSERT INTO sign_in_flows VALUES('edd83199b1bbd59c8d956f206ef731215f652d92dc4a2aacdf653cc4386df6fc','',NULL,1795710722285);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','posts_fts','posts_fts',0,'CREATE VIRTUAL TABLE `posts_fts` USING fts5(
  title,
  text,
  content=''posts'',
  content_rowid=''seq'',
  tokenize="unicode61 remove_diacritics 2",
  prefix=''1 2 3''
)');
CREATE TABLE IF NOT EXISTS 'posts_fts_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO posts_fts_data VALUES(1,X'0e2e8218');
INSERT INTO posts_fts_data VALUES(10,X'00000011020a1900090101010201010301010401010501010601010701010801010901010001110102');
INSERT INTO posts_fts_data VALUES(137438953473,X'00000004');
INSERT INTO posts_fts_data VALUES(274877906945,X'000002de023061100601010e02026e64100601010d0104626f6c641006010108010463616665100601010b02046f6e7374100601011201056472616674100a0101030510010768656164696e6710060101020102696e10020401046c696e6b100601010f01016e1006010113020461697665100601010a0205756d626572100601010501036f6e651006010110010671756f746564100601011501047465787410060101040202686510020504016e1002030204726173681002060202776f1006010111010b756e7075626c6973686564100202010477697468100601010702046f72647310060101090109e697a5e69cace8aa9e100601010c00023161100801010d030101621006010108010163100801010b09010164100a0101030510010168100601010201016910020401016c100601010f01016e100a010105070b01016f10060101100101711006010115010174100e0304030101040f0101751002020101771008010107040103e697a5100601010c000332616e100601010d0102626f100601010801026361100601010b02016f100601011201026472100a01010305100102686510060101020102696e10020401026c69100601010f01026e61100601010a020175100601010501026f6e10060101100102717510060101150102746510060101040201681004030402017210020602017710060101110102756e10020201027769100601010702016f10060101090106e697a5e69cac100601010c000433616e64100601010d0103626f6c10060101080103636166100601010b02026f6e10060101120103647261100a01010305100103686561100601010201036c696e100601010f01036e6169100601010a0202756d100601010501036f6e651006010110010371756f1006010115010374657810060101040202686510040304020272611002060202776f10060101110103756e701002020103776974100601010702026f7210060101090109e697a5e69cace8aa9e100601010c0408090b0b0b0e0e070b080b0c0a0d0b07060909100b0b100a08090a0806080a08080c06090a0a0909080b09070909080909090706080709080d0b0a0a090c0a0a0a090a0a0a080709080a09');
INSERT INTO posts_fts_data VALUES(412316860417,X'00000203023061100102026e6410010104626f6c641001010463616665100102046f6e73741001010564726166741001010768656164696e6710010102696e100101046c696e6b100101016e100102046169766510010205756d626572100101036f6e651001010671756f7465641001010474657874100102026865100104016e100102047261736810010202776f1001010b756e7075626c69736865641001010477697468100102046f72647310010109e697a5e69cace8aa9e10010002316110010101621001010163100101016410010101681001010169100101016c100101016e100101016f100101017110010101741001010175100101017710010103e697a51001000332616e10010102626f100101026361100102016f10010102647210010102686510010102696e100101026c69100101026e611001020175100101026f6e10010102717510010102746510010201681001020172100102017710010102756e100101027769100102016f10010106e697a5e69cac1001000433616e6410010103626f6c10010103636166100102026f6e1001010364726110010103686561100101036c696e100101036e616910010202756d100101036f6e651001010371756f1001010374657810010202686510010202726110010202776f10010103756e7010010103776974100102026f7210010109e697a5e69cace8aa9e1001040506080808090b0608050809070a08060508060f08080d0605050505050505050505050507070606050606060606050606060505050606050a080707060707070706070707060606070706');
INSERT INTO posts_fts_data VALUES(549755813889,X'00000004');
INSERT INTO posts_fts_data VALUES(687194767361,X'000002af023061110601010e02026e6411080301010d0104626f6c641106010108010463616665110601010b02046f6e7374110601011201056472616674110a0101030510010768656164696e67110601010201046c696e6b110601010f01016e1106010113020461697665110601010a0205756d626572110601010501036f6e651106010110010671756f74656411060101150108726573746f726564110204010474657874110601010402067261736865641102020202776f1106010111010477697468110601010702046f72647311060101090109e697a5e69cace8aa9e110601010c00023161110a0301010d030101621106010108010163110801010b09010164110a0101030510010168110601010201016c110601010f01016e110a010105070b01016f11060101100101711106010115010172110204010174110a020101040f0101771108010107040103e697a5110601010c000332616e11080301010d0102626f110601010801026361110601010b02016f110601011201026472110a010103051001026865110601010201026c69110601010f01026e61110601010a020175110601010501026f6e110601011001027175110601011501027265110204010274651106010104020172110202020177110601011101027769110601010702016f11060101090106e697a5e69cac110601010c000433616e6411080301010d0103626f6c11060101080103636166110601010b02026f6e11060101120103647261110a01010305100103686561110601010201036c696e110601010f01036e6169110601010a0202756d110601010501036f6e651106010110010371756f1106010115010372657311020401037465781106010104020272611102020202776f11060101110103776974110601010702026f7211060101090109e697a5e69cace8aa9e110601010c04080a0b0b0b0e0e0b080b0c0a0d0d0b0b090b0b100b08090a08080a0808060a090a0b0909080b0909090809090709060809080d0c0a0a090c0a0a0a090a0a080a07090a09');
INSERT INTO posts_fts_data VALUES(824633720833,X'00000004');
INSERT INTO posts_fts_data VALUES(962072674305,X'00000004');
INSERT INTO posts_fts_data VALUES(1099511627777,X'000002c2023061140601010e02026e64140601010d0104626f6c641406010108010463616665140601010b02046f6e7374140601011201056472616674140a0101030510010768656164696e67140601010202056964696e67140202010b696e74657272757074656414020401046c696e6b140601010f01016e1406010113020461697665140601010a0205756d626572140601010501036f6e651406010110010671756f746564140601011501047465787414060101040202776f140601011101037761731402030203697468140601010702046f72647314060101090109e697a5e69cace8aa9e140601010c00023161140801010d030101621406010108010163140801010b09010164140a010103051001016814080201010201016914020401016c140601010f01016e140a010105070b01016f1406010110010171140601011501017414080101040f010177140a03010107040103e697a5140601010c000332616e140601010d0102626f140601010801026361140601010b02016f140601011201026472140a01010305100102686514060101020201691402020102696e14020401026c69140601010f01026e61140601010a020175140601010501026f6e1406010110010271751406010115010274651406010104020177140601011101027761140203020169140601010702016f14060101090106e697a5e69cac140601010c000433616e64140601010d0103626f6c14060101080103636166140601010b02026f6e14060101120103647261140a010103051001036865611406010102020269641402020103696e7414020401036c696e140601010f01036e6169140601010a0202756d140601010501036f6e651406010110010371756f1406010115010374657814060101040202776f1406010111010377617314020302026974140601010702026f7214060101090109e697a5e69cace8aa9e140601010c0408090b0b0b0e0e0a100b080b0c0a0d0b09080a0b100a08090a0906080a0808090a0a0a0909080b090607090908090909080708080d0b0a0a090c0a07080a0a090a0a0a09080909');
INSERT INTO posts_fts_data VALUES(1236950581249,X'000002a5023061150601010e02016e150203030164150601010d0104626f6c641506010108010463616665150601010b02046f6e73741506010112010466726f6d150202010768656164696e67150601010201046c696e6b150601010f01016e1506010113020461697665150601010a02036f64651502050205756d626572150601010501056f6c646572150c04010103051002026e651506010110010671756f746564150601011501047465787415060101040202776f1506010111010477697468150601010702046f72647315060101090109e697a5e69cace8aa9e150601010c00023161150a0301010d030101621506010108010163150801010b09010166150202010168150601010201016c150601010f01016e150c05010105070b01016f150e04010103050c06010171150601011501017415080101040f0101771508010107040103e697a5150601010c000332616e15080301010d0102626f150601010801026361150601010b02016f15060101120102667215020201026865150601010201026c69150601010f01026e61150601010a02016f150205020175150601010501026f6c150c04010103051002016e1506010110010271751506010115010274651506010104020177150601011101027769150601010702016f15060101090106e697a5e69cac150601010c000433616e64150601010d0103626f6c15060101080103636166150601010b02026f6e1506010112010366726f1502020103686561150601010201036c696e150601010f01036e6169150601010a02026f641502050202756d150601010501036f6c64150c04010103051002026e651506010110010371756f1506010115010374657815060101040202776f15060101110103776974150601010702026f7215060101090109e697a5e69cace8aa9e150601010c040806080b0b0b090e0b080b080c0f090d0b090b0b100b08090608080b0c0809090a0b0909080709090906080c0809090809080d0b0a0a09080a0a0a07090d090a0a090a09');
INSERT INTO posts_fts_data VALUES(2336462209025,X'00000dcf023030010a0101030510010131020a0101030510010132030a0101030510010133040a0101030510010134050a0101030510010138090a01010305100101390a0a010103051001016101080201010e010601010e010601010e010601010e010601010e010701010e030601010e010601010e010601010e01090301010e010601010e020663636f756e7405020402066464726573730c030502016e050203040203010203030164010601010d010601010d010601010d010601010d010601010d010701010d030601010d010601010d010601010d010701010d01080301010d0303676c6504020402057574686f720902040104626f6c6401060101080106010108010601010801060101080106010108010701010803060101080106010108010601010801070101080106010108020179050202040202010202010463616665010601010b010601010b010601010b010601010b010601010b010701010b030601010b010601010b010601010b010701010b010601010b020668616e676564060d02010103051002046f6e737401060101120106010112010601011201060101120106010112010701011203060101120106010112010601011201070101120106010112010764656c6574656405020702076f63756d656e740b02030204726166740b0a0101030510010b0101030510010a01010305100106656469746f720a0204010768656164696e670106010102010601010201060101020106010102010601010201070101020306010102010601010201060101020107010102010601010201046c696e6b010601010f010601010f010601010f010601010f010601010f010701010f030601010f010601010f010601010f010701010f010601010f030276650d020201016e01060101130106010113010601011301060101130106010113010701011303060101130106010113010601011301070101130106010113020461697665010601010a010601010a010601010a010601010a010601010a010701010a030601010a010601010a010601010a010701010a010601010a020265770c02040205756d6265720106010105010601010501060101050106010105010601010501070101050306010105010601010501060101050107010105010601010501036f6e65010601011001060101100106010110010601011001060101100107010110030601011001060101100106010110010701011001060101100108706963747572657301020502036f7374010203020875626c69736865640b0202010671756f74656401060101150106010115010601011501060101150106010115010701011503060101150106010115010601011501070101150106010115060173040205010473616d65020202010202020863686564756c65640d0204010474657874010601010401060101040106010104010601010401060101040107010104030601010401060101040106010104010701010401060101040203686174050205020469746c650202030102030102030202030202776f010601011101060101110106010111010601011101060101110107010111030601011101060101110106010111010701011101060101110107756e69636f64650402020103776173050206020369746801080401010701060101070106010107010601010701060101070107010107030601010701060101070106010107010902010107010601010702046f726473010601010901060101090106010109010601010901060101090107010109030601010901060101090106010109010701010901060101090109e697a5e69cace8aa9e010601010c010601010c010601010c01080601010c010601010c010701010c030601010c010601010c010601010c010701010c010601010c00023130010a0101030510010131020a0101030510010132030a0101030510010133040a0101030510010134050a0101030510010138090a01010305100101390a0a0101030510010161010a0201010d03010801010d03010801010d03010a0401010d03010c030301010d03010901010d03030c030301010d03010a0301010d03010801010d03010d030401010d03010a0301010d0301016201060101080106010108010601010801060101080108020101080107010108030802010108010802010108010601010801070101080106010108010163010801010b09010801010b09010801010b09010801010b09010801010b0901110201010305070904030801010b09010801010b09010801010b09010901010b09010801010b09010164050207060c030101030510010b0101030510010a01010305100101650a02040101680106010102010601010201060101020106010102010601010201070101020306010102010601010201060101020107010102010601010201016c010601010f010601010f010601010f010601010f010601010f010701010f030601010f010601010f010601010f010701010f01080201010f01016e010a010105070b010a010105070b010a010105070b010a010105070b010a010105070b010b010105070b030a010105070b010a010105070b010a010105070b010d04010105070b010a010105070b01016f01060101100106010110010601011001060101100106010110010701011003060101100106010110010601011001070101100106010110010170010403040a020201017101060101150106010115010601011501080501011501060101150107010115030601011501060101150106010115010701011501060101150101730202020102020a020401017401080101040f010a030101040f010a030101040f010a030101040f010a050101040f010b030101040f03080101040f01080101040f01080101040f01090101040f01080101040f010175040202010177010a0401010704010801010704010801010704010801010704010a0601010704010901010704030801010704010801010704010801010704010b02010107040108010107040103e697a5010601010c010601010c010601010c01080601010c010601010c010701010c030601010c010601010c010601010c010701010c010601010c00033261630502040201640c030502016e010601010d010601010d010601010d01080401010d01080301010d010701010d03080301010d01080301010d010601010d010701010d01080301010d0201750902040102626f0106010108010601010801060101080106010108010601010801070101080306010108010601010801060101080107010108010601010802017905020204020201020201026361010601010b010601010b010601010b010601010b010601010b010701010b030601010b010601010b010601010b010701010b010601010b020168060d02010103051002016f010601011201060101120106010112010601011201060101120107010112030601011201060101120106010112010701011201060101120102646505020702016f0b02030201720b0a0101030510010b0101030510010a0101030510010265640a0204010268650106010102010601010201060101020106010102010601010201070101020306010102010601010201060101020107010102010601010201026c69010601010f010601010f010601010f010601010f010601010f010701010f030601010f010601010f010601010f010701010f01080201010f01026e61010601010a010601010a010601010a010601010a010601010a010701010a030601010a010601010a010601010a010701010a010601010a0201650c02040201750106010105010601010501060101050106010105010601010501070101050306010105010601010501060101050107010105010601010501026f6e010601011001060101100106010110010601011001060101100107010110030601011001060101100106010110010701011001060101100102706901020502016f0102030201750b0202010271750106010115010601011501060101150108050101150106010115010701011503060101150106010115010601011501070101150106010115010273610202020102020201630d02040102746501060101040106010104010601010401060101040106010104010701010403060101040106010104010601010401070101040106010104020168050205020169020203010203010203020203020177010601011101060101110106010111010601011101060101110107010111030601011101060101110106010111010701011101060101110102756e0402020102776105020602016901080401010701060101070106010107010601010701060101070107010107030601010701060101070106010107010902010107010601010702016f010601010901060101090106010109010601010901060101090107010109030601010901060101090106010109010701010901060101090106e697a5e69cac010601010c010601010c010601010c01080601010c010601010c010701010c030601010c010601010c010601010c010701010c010601010c000433616363050204020264640c030502026e64010601010d010601010d010601010d010601010d010601010d010701010d030601010d010601010d010601010d010701010d01080301010d030167040204020275740902040103626f6c010601010801060101080106010108010601010801060101080107010108030601010801060101080106010108010701010801060101080103636166010601010b010601010b010601010b010601010b010601010b010701010b030601010b010601010b010601010b010701010b010601010b02026861060d02010103051002026f6e01060101040a0a0a0a0a0a0a3c0b0b0c3b080a3d0c3d103d0c0c1b0b403d073a3d073e3c0d080d3f060c0d3d08123b0c083e3d430b0a0a0a0a0a0a4f3d491c063a3b513a0a3b0c4a06483d08063f063b0c3b0b3a070618073b3c3b063a3b0706063c0a063b060f3a07073c3a4009073c06073c3c0c');
INSERT INTO posts_fts_data VALUES(2336462209026,X'0005035d120206010112010601011201060101120106010112010701011203060101120106010112010601011201070101120106010112043364656c05020702026f630b0203020272610b0a0101030510010b0101030510010a010103051001036564690a020401036865610106010102010601010201060101020106010102010601010201070101020306010102010601010201060101020107010102010601010201036c696e010601010f010601010f010601010f010601010f010601010f010701010f030601010f010601010f010601010f010701010f010601010f0301760d020201036e6169010601010a010601010a010601010a010601010a010601010a010701010a030601010a010601010a010601010a010701010a010601010a020265770c02040202756d0106010105010601010501060101050106010105010601010501070101050306010105010601010501060101050107010105010601010501036f6e6501060101100106010110010601011001060101100106010110010701011003060101100106010110010601011001070101100106010110010370696301020502026f73010203020275620b0202010371756f0106010115010601011501060101150108050101150106010115010701011503060101150106010115010601011501070101150106010115010373616d020202010202020263680d020401037465780106010104010601010401060101040106010104010601010401070101040306010104010601010401060101040107010104010601010402026861050205020269740202030102030102030202030202776f010601011101060101110106010111010601011101060101110107010111030601011101060101110106010111010701011101060101110103756e6904020201037761730502060202697401080401010701060101070106010107010601010701060101070107010107030601010701060101070106010107010902010107010601010702026f72010601010901060101090106010109010601010901060101090107010109030601010901060101090106010109010701010901060101090109e697a5e69cace8aa9e010601010c010601010c010601010c01080601010c010601010c010701010c030601010c010601010c010601010c010701010c010601010c37080719083c3c063c073b3c0807073d0b073c07103b08083d3b');
CREATE TABLE IF NOT EXISTS 'posts_fts_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO posts_fts_idx VALUES(1,X'',2);
INSERT INTO posts_fts_idx VALUES(2,X'',2);
INSERT INTO posts_fts_idx VALUES(3,X'',2);
INSERT INTO posts_fts_idx VALUES(4,X'',2);
INSERT INTO posts_fts_idx VALUES(5,X'',2);
INSERT INTO posts_fts_idx VALUES(6,X'',2);
INSERT INTO posts_fts_idx VALUES(7,X'',2);
INSERT INTO posts_fts_idx VALUES(8,X'',2);
INSERT INTO posts_fts_idx VALUES(9,X'',2);
INSERT INTO posts_fts_idx VALUES(17,X'',2);
INSERT INTO posts_fts_idx VALUES(17,X'3364',4);
CREATE TABLE IF NOT EXISTS 'posts_fts_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO posts_fts_docsize VALUES(1,X'0414');
INSERT INTO posts_fts_docsize VALUES(2,X'0214');
INSERT INTO posts_fts_docsize VALUES(3,X'0214');
INSERT INTO posts_fts_docsize VALUES(4,X'0514');
INSERT INTO posts_fts_docsize VALUES(5,X'0614');
INSERT INTO posts_fts_docsize VALUES(6,X'0214');
INSERT INTO posts_fts_docsize VALUES(9,X'0314');
INSERT INTO posts_fts_docsize VALUES(10,X'0314');
INSERT INTO posts_fts_docsize VALUES(11,X'0214');
INSERT INTO posts_fts_docsize VALUES(12,X'0414');
INSERT INTO posts_fts_docsize VALUES(13,X'0314');
INSERT INTO posts_fts_docsize VALUES(17,X'0314');
INSERT INTO posts_fts_docsize VALUES(20,X'0314');
INSERT INTO posts_fts_docsize VALUES(21,X'0414');
CREATE TABLE IF NOT EXISTS 'posts_fts_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO posts_fts_config VALUES('secure-delete',0);
INSERT INTO posts_fts_config VALUES('version',5);
CREATE TABLE `devices` (
	`id_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`id_hash`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO devices VALUES('4d5f5be9f628f358b0a2d5e56d6b5d22f859b4556f0b073ea2080f08dfe54e22','57f1f3a0a18fc5a3404b2a52',1827246101192,1795710101192);
INSERT INTO devices VALUES('8e14f77035fac2b6f0ca9dad943cb7362b60e63fd4339b76da37d167a5030bb6','2a652ec92f5ec1966578fbad',1827246102023,1795710102023);
INSERT INTO devices VALUES('a2c1ab4d3ca22bd176b14e92fb9d615082b31dda22975ad0073f6d4f30977c55','16136a2129ce835e953ce698',1827246102692,1795710102692);
INSERT INTO devices VALUES('be5423ba97a5266a6d033f78f764240954ca14aa929a6b793f4e7ee90b93996a','46c82093e2e39abe0f34327c',1827246104349,1795710104179);
INSERT INTO devices VALUES('2dcdb015db7665d86fef578c99469cf07f79ca60d9abd82b970a43c99774cded','8c6f298a444e92730af4666c',1827246122133,1795710122133);
INSERT INTO devices VALUES('3f5ec6478b06b0bec62e42b28b8bdc35d8b272d76fd457aff5e20f8c664d424a','39a3af4bc49dbc73166b355f',1827246122282,1795710122282);
INSERT INTO devices VALUES('8669fd90da1d9162fd3cd127e86a1d8bf1024fe03b21b1df89e1bebdb27d5b02','09dd7313717d04e80a7ec397',1827246123222,1795710122405);
INSERT INTO devices VALUES('bd302e273d3ae373b9a42cc717c1d473d291bb1da8960964263dee09edd2de0d','70bb091c2c22683759ca24f0',1827246123284,1795710122611);
INSERT INTO devices VALUES('8ed65faf0fdc58eaa3c0e1e8163020d89a6e350c2b0e8ed001e7b1adbe15e6a8','abbcfe19f7307c222b5ef038',1827246122864,1795710122864);
INSERT INTO devices VALUES('1b35f0a06feba7a4fdb2548f31ae0acff607a3ccbb3c38b943b1fd91054f7a4b','1dabb99431be62092c202d43',1827246122960,1795710122960);
INSERT INTO devices VALUES('280972d5400e5eb446e5bef8602d6e52726d824a2519c72db418195cb3b76221','cc2c26417c479131fdfaf91a',1827246123155,1795710123155);
INSERT INTO devices VALUES('4934f4a5ca8599830cad19948a229617d60cb9bb0c14a1fbb751d078670091b3','09dd7313717d04e80a7ec397',1827246155540,1795710155540);
INSERT INTO devices VALUES('5eed43a1c5ba00d4fa26c7512bb170c5452ee7c778c39d9fc283f777530be08c','cc2c26417c479131fdfaf91a',1827246155582,1795710155582);
INSERT INTO devices VALUES('0fd081bc8cbb8caf6ef5313e08fdb10ed6eadd46a4572c268557e6fc7732afc1','2a652ec92f5ec1966578fbad',1827246169364,1795710169364);
INSERT INTO devices VALUES('240288ea071c38c6dad0e66f750cb2acb6f47d08a2a727bc164a5dfad25edf56','57f1f3a0a18fc5a3404b2a52',1827246179017,1795710179017);
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL, `from_unknown_browser` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO identities VALUES('http://localhost:46407','google-one','8c6f298a444e92730af4666c',1795710122125,0);
INSERT INTO identities VALUES('http://localhost:46407','reader-one','39a3af4bc49dbc73166b355f',1795710122276,0);
CREATE TABLE `categories` (
	`slug` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL
);
INSERT INTO categories VALUES('rust','Rust 🦀');
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`post_id` text NOT NULL,
	`slug` text NOT NULL,
	`at` integer NOT NULL,
	`is_bulk` integer DEFAULT false NOT NULL
);
INSERT INTO changes VALUES(1,'publish','c43f972cad08243ef5f71102','a-post-with-pictures',1795710112514,0);
INSERT INTO changes VALUES(2,'publish','74f056805cae42d7777a9299','same-title',1795710115309,0);
INSERT INTO changes VALUES(3,'publish','a2dc363a3f56c28fb0dadcca','same-title-2',1795710116577,0);
INSERT INTO changes VALUES(4,'publish','c310e90934c3a873b7425a93','unicode-title-angle-quotes-ri-ben-yu',1795710118479,0);
INSERT INTO changes VALUES(5,'publish','897be52276a4268c1e246a18','by-an-account-that-was-deleted',1795710119117,0);
INSERT INTO changes VALUES(6,'publish','34b7516bb419a9d86007348a','changed-later',1795710119264,0);
INSERT INTO changes VALUES(7,'publish','6279ba681e9c0cc9632dd61c','deleted-later',1795710119332,0);
INSERT INTO changes VALUES(8,'publish','aabf9c72e64f9e1592d5c3e3','video-and-no-comments',1795710119439,0);
INSERT INTO changes VALUES(9,'publish','34b7516bb419a9d86007348a','changed-later',1795710119553,0);
INSERT INTO changes VALUES(10,'remove','6279ba681e9c0cc9632dd61c','deleted-later',1795710121065,0);
INSERT INTO changes VALUES(11,'publish','ed03b8049d6954ede53b1dc1','by-an-author',1795710124078,0);
INSERT INTO changes VALUES(12,'publish','0466c7ba7b1ae2abcbc55a98','by-an-editor',1795710124182,0);
INSERT INTO changes VALUES(13,'publish','680b860fd36f0b3adec927e6','published-document',1795710155778,0);
INSERT INTO changes VALUES(14,'publish','7f510d1da78aea2513093d70','with-another-address',1795710156893,0);
INSERT INTO changes VALUES(15,'publish','7f510d1da78aea2513093d70','a-new-address',1795710157080,0);
INSERT INTO changes VALUES(16,'publish','26fcdd1f646daa5dd7566108','live-and-scheduled',1795710157131,0);
INSERT INTO changes VALUES(17,'publish','b68859e2a217a39de656531e','in-the-trash',1795710157710,0);
INSERT INTO changes VALUES(18,'remove','b68859e2a217a39de656531e','in-the-trash',1795710158445,0);
INSERT INTO changes VALUES(19,'publish','983a7cbfb58d4d9b1591f1aa','unpublished',1795710159772,0);
INSERT INTO changes VALUES(20,'remove','983a7cbfb58d4d9b1591f1aa','unpublished',1795710159892,0);
INSERT INTO changes VALUES(21,'publish','292aa92a85f5d08e0c482e7c','unpublished-then-in-the-trash',1795710160306,0);
INSERT INTO changes VALUES(22,'publish','292aa92a85f5d08e0c482e7c','hidden-address',1795710161238,0);
INSERT INTO changes VALUES(23,'remove','292aa92a85f5d08e0c482e7c','hidden-address',1795710162111,0);
INSERT INTO changes VALUES(24,'publish','260b0bec2500f73677051924','trashed-and-restored',1795710163365,0);
INSERT INTO changes VALUES(25,'remove','260b0bec2500f73677051924','trashed-and-restored',1795710164780,0);
INSERT INTO changes VALUES(26,'publish','260b0bec2500f73677051924','trashed-and-restored',1795710165859,0);
INSERT INTO changes VALUES(27,'publish','368d115a6f75c11a75513316','deleted-for-good',1795710165946,0);
INSERT INTO changes VALUES(28,'remove','368d115a6f75c11a75513316','deleted-for-good',1795710166396,0);
INSERT INTO changes VALUES(29,'publish','0d0ea7167a7faccbaf0e4beb','unpublished-and-edited',1795710167024,0);
INSERT INTO changes VALUES(30,'remove','0d0ea7167a7faccbaf0e4beb','unpublished-and-edited',1795710167318,0);
INSERT INTO changes VALUES(31,'remove','aabf9c72e64f9e1592d5c3e3','video-and-no-comments',1795710168036,0);
INSERT INTO changes VALUES(32,'publish','ed03b8049d6954ede53b1dc1','by-an-author',1795710168644,1);
INSERT INTO changes VALUES(33,'publish','7f510d1da78aea2513093d70','a-new-address',1795710168644,1);
INSERT INTO changes VALUES(34,'publish','26fcdd1f646daa5dd7566108','live-and-scheduled',1795710168644,1);
INSERT INTO changes VALUES(35,'publish','260b0bec2500f73677051924','trashed-and-restored',1795710168644,1);
INSERT INTO changes VALUES(36,'publish','53ac45bff184787936306a80','hiding-was-interrupted',1795710168928,0);
INSERT INTO changes VALUES(37,'publish','a2dc363a3f56c28fb0dadcca','same-title-2',1795710169331,1);
INSERT INTO changes VALUES(38,'publish','897be52276a4268c1e246a18','by-an-account-that-was-deleted',1795710169331,1);
INSERT INTO changes VALUES(39,'publish','c713f5f1bc95e5334fd39210','from-an-older-node',1795710179040,0);
CREATE TABLE `feed` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
INSERT INTO feed VALUES('444f2bbb748fc6c6b63903ae',39);
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`task` text NOT NULL,
	`result` text,
	`taken_until` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`release` text NOT NULL,
	`cursor` integer NOT NULL,
	`failed` integer NOT NULL,
	`heartbeat` integer NOT NULL
);
CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`address` text NOT NULL,
	`details` text NOT NULL
);
INSERT INTO audit VALUES(1,'98da4fb67df0a47f2eddc4fc',1795710103631,'57f1f3a0a18fc5a3404b2a52','user.role','fb1c1b8ef0e6fa14a444851a','127.0.0.1','{"from":"reader","to":"administrator"}');
INSERT INTO audit VALUES(2,'0413847efc8e3fd9a4a6522f',1795710104190,'57f1f3a0a18fc5a3404b2a52','user.role','46c82093e2e39abe0f34327c','127.0.0.1','{"from":"reader","to":"administrator"}');
INSERT INTO audit VALUES(3,'3d2113b1b39bac749213486f',1795710112534,'57f1f3a0a18fc5a3404b2a52','post.create','c43f972cad08243ef5f71102','127.0.0.1','{}');
INSERT INTO audit VALUES(4,'1deccf189ce8c873cc88255d',1795710115334,'57f1f3a0a18fc5a3404b2a52','post.create','74f056805cae42d7777a9299','127.0.0.1','{}');
INSERT INTO audit VALUES(5,'17df96e31924666956b8a54a',1795710116604,'fb1c1b8ef0e6fa14a444851a','post.create','a2dc363a3f56c28fb0dadcca','127.0.0.1','{}');
INSERT INTO audit VALUES(6,'070beaf337c8be65c6537dd3',1795710118516,'46c82093e2e39abe0f34327c','post.create','c310e90934c3a873b7425a93','127.0.0.1','{}');
INSERT INTO audit VALUES(7,'6978046f4317c787cf2d0a7f',1795710119152,'fb1c1b8ef0e6fa14a444851a','post.create','897be52276a4268c1e246a18','127.0.0.1','{}');
INSERT INTO audit VALUES(8,'734fc3f57dbc85943061752a',1795710119266,'57f1f3a0a18fc5a3404b2a52','post.create','34b7516bb419a9d86007348a','127.0.0.1','{}');
INSERT INTO audit VALUES(9,'f8fed02d01636df8acadb177',1795710119335,'57f1f3a0a18fc5a3404b2a52','post.create','6279ba681e9c0cc9632dd61c','127.0.0.1','{}');
INSERT INTO audit VALUES(10,'94b30fc37f93180f2fb01505',1795710119441,'46c82093e2e39abe0f34327c','post.create','aabf9c72e64f9e1592d5c3e3','127.0.0.1','{}');
INSERT INTO audit VALUES(11,'95e0502c8a112709a92214c1',1795710119553,'57f1f3a0a18fc5a3404b2a52','post.update','34b7516bb419a9d86007348a','127.0.0.1','{}');
INSERT INTO audit VALUES(12,'ff8f6663f3db10f3031c53ea',1795710120942,'57f1f3a0a18fc5a3404b2a52','comment.update','d7c021e5ca3b7e4f766dca53','127.0.0.1','{"userId":"16136a2129ce835e953ce698","postId":"74f056805cae42d7777a9299"}');
INSERT INTO audit VALUES(13,'2f599638d4ff0b106d1ec7b8',1795710121001,'57f1f3a0a18fc5a3404b2a52','post.delete','6279ba681e9c0cc9632dd61c','127.0.0.1','{}');
INSERT INTO audit VALUES(14,'efc967f726c21e69e073ff78',1795710122280,'39a3af4bc49dbc73166b355f','identity.link','39a3af4bc49dbc73166b355f','127.0.0.1','{"issuer":"http://localhost:46407"}');
INSERT INTO audit VALUES(15,'9394058b0a54cab9f6726508',1795710123170,'57f1f3a0a18fc5a3404b2a52','user.role','09dd7313717d04e80a7ec397','127.0.0.1','{"from":"reader","to":"author"}');
INSERT INTO audit VALUES(16,'d0bd5ca022ee83c700c0bf22',1795710123179,'57f1f3a0a18fc5a3404b2a52','user.role','70bb091c2c22683759ca24f0','127.0.0.1','{"from":"reader","to":"editor"}');
INSERT INTO audit VALUES(17,'4249a326319358982b589e31',1795710124086,'09dd7313717d04e80a7ec397','post.create','ed03b8049d6954ede53b1dc1','127.0.0.1','{}');
INSERT INTO audit VALUES(18,'304a6f8e36ed07f452eef163',1795710124190,'70bb091c2c22683759ca24f0','post.create','0466c7ba7b1ae2abcbc55a98','127.0.0.1','{}');
INSERT INTO audit VALUES(19,'2a99c05de302cf2ac9874ceb',1795710124454,'57f1f3a0a18fc5a3404b2a52','user.suspend','abbcfe19f7307c222b5ef038','127.0.0.1','{"until":"2099-01-01T00:00:00.000Z","reason":"Test of a suspension"}');
INSERT INTO audit VALUES(20,'e07966778d5ee526120860b7',1795710124563,'1dabb99431be62092c202d43','user.email','1dabb99431be62092c202d43','127.0.0.1','{"pending":true}');
INSERT INTO audit VALUES(21,'ee9ed7be6b61cc6779c4481f',1795710155516,'09dd7313717d04e80a7ec397','passkey.add','09dd7313717d04e80a7ec397','127.0.0.1','{"passkey":"354861edfa48cea20de982ad"}');
INSERT INTO audit VALUES(22,'86783445afbcc6e0ec079607',1795710155554,'cc2c26417c479131fdfaf91a','user.second-factor','cc2c26417c479131fdfaf91a','127.0.0.1','{"change":"on"}');
INSERT INTO audit VALUES(23,'9773e229ad78d7cd227d3d4b',1795710155581,'cc2c26417c479131fdfaf91a','user.second-factor','cc2c26417c479131fdfaf91a','127.0.0.1','{"change":"recovery-code-used"}');
INSERT INTO audit VALUES(24,'3072ad4a4c92ab122ce9c35f',1795710155613,'57f1f3a0a18fc5a3404b2a52','settings.auditDays','','127.0.0.1','{"from":365,"to":400}');
INSERT INTO audit VALUES(25,'bf89b7c5e6a5f704c5c54037',1795710155630,'09dd7313717d04e80a7ec397','document.create','fc7234f0f1e6125c0fc72e45','127.0.0.1','{}');
INSERT INTO audit VALUES(26,'2e7e7565004b7d2293acf92c',1795710155646,'70bb091c2c22683759ca24f0','document.create','5670ecd5721e2691235180c8','127.0.0.1','{}');
INSERT INTO audit VALUES(27,'b63015ec39579c75000d65e9',1795710155658,'09dd7313717d04e80a7ec397','document.create','55d254176b1763fb160e2395','127.0.0.1','{}');
INSERT INTO audit VALUES(28,'cfc43d2d1d654118e65c8a1b',1795710155755,'09dd7313717d04e80a7ec397','document.schedule','55d254176b1763fb160e2395','127.0.0.1','{"at":"2098-05-01T07:00:00.000Z"}');
INSERT INTO audit VALUES(29,'06bc0e9ee5692400ef808e65',1795710155768,'70bb091c2c22683759ca24f0','document.create','680b860fd36f0b3adec927e6','127.0.0.1','{}');
INSERT INTO audit VALUES(30,'398749cdbf62f075329cd518',1795710155783,'70bb091c2c22683759ca24f0','document.publish','680b860fd36f0b3adec927e6','127.0.0.1','{}');
INSERT INTO audit VALUES(31,'4962fa306732b96859e2b1fe',1795710156886,'09dd7313717d04e80a7ec397','document.create','7f510d1da78aea2513093d70','127.0.0.1','{}');
INSERT INTO audit VALUES(32,'dd99a95dd0a1780caa81fcbb',1795710156902,'09dd7313717d04e80a7ec397','document.publish','7f510d1da78aea2513093d70','127.0.0.1','{}');
INSERT INTO audit VALUES(33,'daee068cfb9ce12f07f0faea',1795710157082,'09dd7313717d04e80a7ec397','document.publish','7f510d1da78aea2513093d70','127.0.0.1','{}');
INSERT INTO audit VALUES(34,'795433b17a8da0f1fb56e3eb',1795710157120,'09dd7313717d04e80a7ec397','document.create','26fcdd1f646daa5dd7566108','127.0.0.1','{}');
INSERT INTO audit VALUES(35,'424036adc86bc8f176cc7f2d',1795710157133,'09dd7313717d04e80a7ec397','document.publish','26fcdd1f646daa5dd7566108','127.0.0.1','{}');
INSERT INTO audit VALUES(36,'f1e8ad9f987ab64661ad1c4c',1795710157616,'09dd7313717d04e80a7ec397','document.schedule','26fcdd1f646daa5dd7566108','127.0.0.1','{"at":"2098-06-01T00:00:00.000Z"}');
INSERT INTO audit VALUES(37,'465733d9fdd5a4d665807b2b',1795710157666,'09dd7313717d04e80a7ec397','document.create','b68859e2a217a39de656531e','127.0.0.1','{}');
INSERT INTO audit VALUES(38,'47e5d074163cfb4a95b95717',1795710157715,'09dd7313717d04e80a7ec397','document.publish','b68859e2a217a39de656531e','127.0.0.1','{}');
INSERT INTO audit VALUES(39,'4d5b45d3bc06ec262b29d4b6',1795710158443,'09dd7313717d04e80a7ec397','document.trash','b68859e2a217a39de656531e','127.0.0.1','{}');
INSERT INTO audit VALUES(40,'3b311666ec4a423bc23a2469',1795710159752,'09dd7313717d04e80a7ec397','document.create','983a7cbfb58d4d9b1591f1aa','127.0.0.1','{}');
INSERT INTO audit VALUES(41,'1b6278b2c0f294c3d8cf110f',1795710159778,'09dd7313717d04e80a7ec397','document.publish','983a7cbfb58d4d9b1591f1aa','127.0.0.1','{}');
INSERT INTO audit VALUES(42,'3f883079f75edee5471b4b42',1795710159890,'09dd7313717d04e80a7ec397','document.unpublish','983a7cbfb58d4d9b1591f1aa','127.0.0.1','{}');
INSERT INTO audit VALUES(43,'882f7bdad32f4be89d98999d',1795710160293,'09dd7313717d04e80a7ec397','document.create','292aa92a85f5d08e0c482e7c','127.0.0.1','{}');
INSERT INTO audit VALUES(44,'55b9b0624734a7460fdab58c',1795710160309,'09dd7313717d04e80a7ec397','document.publish','292aa92a85f5d08e0c482e7c','127.0.0.1','{}');
INSERT INTO audit VALUES(45,'e4d1d5cc2b5e5c0e58bc141c',1795710161255,'09dd7313717d04e80a7ec397','document.publish','292aa92a85f5d08e0c482e7c','127.0.0.1','{}');
INSERT INTO audit VALUES(46,'6313132abd6c54e239ecd3d8',1795710162081,'09dd7313717d04e80a7ec397','document.unpublish','292aa92a85f5d08e0c482e7c','127.0.0.1','{}');
INSERT INTO audit VALUES(47,'139e9e33db6c44c66c1cc51c',1795710163156,'09dd7313717d04e80a7ec397','document.trash','292aa92a85f5d08e0c482e7c','127.0.0.1','{}');
INSERT INTO audit VALUES(48,'2ba9c19e8736bdca46a853e0',1795710163289,'09dd7313717d04e80a7ec397','document.create','260b0bec2500f73677051924','127.0.0.1','{}');
INSERT INTO audit VALUES(49,'0a99119a17d0a54033c052f4',1795710163418,'09dd7313717d04e80a7ec397','document.publish','260b0bec2500f73677051924','127.0.0.1','{}');
INSERT INTO audit VALUES(50,'724e22d0f8591f3da084b382',1795710164773,'09dd7313717d04e80a7ec397','document.trash','260b0bec2500f73677051924','127.0.0.1','{}');
INSERT INTO audit VALUES(51,'66266faba35b20af1740351f',1795710165855,'09dd7313717d04e80a7ec397','document.restore','260b0bec2500f73677051924','127.0.0.1','{}');
INSERT INTO audit VALUES(52,'8940badb92e61228e656312c',1795710165940,'09dd7313717d04e80a7ec397','document.create','368d115a6f75c11a75513316','127.0.0.1','{}');
INSERT INTO audit VALUES(53,'8db222378f6918554858a9d9',1795710165949,'09dd7313717d04e80a7ec397','document.publish','368d115a6f75c11a75513316','127.0.0.1','{}');
INSERT INTO audit VALUES(54,'edada3b7299f9eac62ca46ed',1795710166393,'09dd7313717d04e80a7ec397','document.trash','368d115a6f75c11a75513316','127.0.0.1','{}');
INSERT INTO audit VALUES(55,'9675b5a3fc1983a995788c1d',1795710167012,'09dd7313717d04e80a7ec397','document.delete','368d115a6f75c11a75513316','127.0.0.1','{}');
INSERT INTO audit VALUES(56,'a24bd995f59c624319d4ff8c',1795710167017,'09dd7313717d04e80a7ec397','document.create','0d0ea7167a7faccbaf0e4beb','127.0.0.1','{}');
INSERT INTO audit VALUES(57,'02a0ea654d046fd318099574',1795710167028,'09dd7313717d04e80a7ec397','document.publish','0d0ea7167a7faccbaf0e4beb','127.0.0.1','{}');
INSERT INTO audit VALUES(58,'7b083cb972917cc544485454',1795710167310,'09dd7313717d04e80a7ec397','document.unpublish','0d0ea7167a7faccbaf0e4beb','127.0.0.1','{}');
INSERT INTO audit VALUES(59,'d7b86a6c2dcee36a3a57fd4d',1795710168013,'09dd7313717d04e80a7ec397','document.create','e13a29e06c65e272f8696c82','127.0.0.1','{}');
INSERT INTO audit VALUES(60,'589276a323ada7dc63e631ba',1795710168023,'09dd7313717d04e80a7ec397','document.trash','e13a29e06c65e272f8696c82','127.0.0.1','{}');
INSERT INTO audit VALUES(61,'29fa1d31ea8df9ad38e5fd3f',1795710168030,'70bb091c2c22683759ca24f0','document.create','86cf321381e7347a9d3bc6e4','127.0.0.1','{"of":"680b860fd36f0b3adec927e6"}');
INSERT INTO audit VALUES(62,'6a87a7661949cda4e60ea354',1795710168034,'57f1f3a0a18fc5a3404b2a52','post.delete','aabf9c72e64f9e1592d5c3e3','127.0.0.1','{}');
INSERT INTO audit VALUES(63,'93823b6e8c7d82248e56cf3e',1795710168406,'70bb091c2c22683759ca24f0','document.preview-link','680b860fd36f0b3adec927e6','127.0.0.1','{"until":"2026-12-26T16:22:48.367Z"}');
INSERT INTO audit VALUES(64,'071861ec2114305c2214344b',1795710168722,'09dd7313717d04e80a7ec397','document.create','53ac45bff184787936306a80','127.0.0.1','{}');
INSERT INTO audit VALUES(65,'450821fd669fb4a994901ff2',1795710168930,'09dd7313717d04e80a7ec397','document.publish','53ac45bff184787936306a80','127.0.0.1','{}');
INSERT INTO audit VALUES(66,'7e19aaf1779f2577861c0974',1795710169331,'fb1c1b8ef0e6fa14a444851a','user.delete','fb1c1b8ef0e6fa14a444851a','127.0.0.1','{"role":"administrator"}');
INSERT INTO audit VALUES(67,'4cd869d3ec06cc4370766168',1795710169335,'808b8055d43b36521c757790','user.delete','808b8055d43b36521c757790','127.0.0.1','{"role":"reader"}');
INSERT INTO audit VALUES(68,'555ede967ae962a5dba9eb75',1795710179042,'57f1f3a0a18fc5a3404b2a52','post.create','c713f5f1bc95e5334fd39210','127.0.0.1','{}');
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`payload` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`not_before` integer NOT NULL,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
INSERT INTO mail VALUES('150bcf6e8ff9f9aa193c6808','verify-email','reader-one@example.com','','sent',1,NULL,1795710101431,NULL,1795710101431,1795710102347);
INSERT INTO mail VALUES('f8983cd40cb628167cfb06d3','verify-email','reader-two@example.com','','sent',1,NULL,1795710101694,NULL,1795710101694,1795710102481);
INSERT INTO mail VALUES('88d203d37acd459a8adf053a','verify-email','writer-three@example.com','','sent',1,NULL,1795710102491,NULL,1795710102491,1795710102626);
INSERT INTO mail VALUES('53c94d01251ec275e142660a','verify-email','third-admin@example.com','','sent',1,NULL,1795710104063,NULL,1795710104063,1795710104213);
INSERT INTO mail VALUES('bf0b80b16e2a3cca3ed1a1e8','sign-in-change','reader-one@example.com','','sent',1,NULL,1795710122280,NULL,1795710122280,1795710122379);
INSERT INTO mail VALUES('e3c148f5cbbc83bc88da5bd4','verify-email','author-one@example.com','','sent',1,NULL,1795710122377,NULL,1795710122377,1795710122396);
INSERT INTO mail VALUES('4e4f8e0f3ed1b2efd4bfa00c','verify-email','editor-one@example.com','','sent',1,NULL,1795710122429,NULL,1795710122429,1795710122562);
INSERT INTO mail VALUES('29e871aaada9bc7097bb95c7','verify-email','suspended-one@example.com','','sent',1,NULL,1795710122822,NULL,1795710122822,1795710122872);
INSERT INTO mail VALUES('59dab7c4d43889500e5203d6','verify-email','moving-one@example.com','','sent',1,NULL,1795710122907,NULL,1795710122907,1795710123052);
INSERT INTO mail VALUES('9a24eb7b0ce367ccdfac7fd1','verify-email','codes-one@example.com','','sent',1,NULL,1795710123058,NULL,1795710123058,1795710123157);
INSERT INTO mail VALUES('4b36ba4cf91d8168c4f556af','verify-email','author-one@example.com','','sent',1,NULL,1795710124480,NULL,1795710124480,1795710124592);
INSERT INTO mail VALUES('fcce1f4693b0f8327385966b','email-change','moving-one@example.com','','sent',1,NULL,1795710124564,NULL,1795710124564,1795710124668);
INSERT INTO mail VALUES('52b5c36dd703fbb17199c7b8','confirm-new-email','moved-one@example.com','','sent',1,NULL,1795710124564,NULL,1795710124564,1795710124693);
INSERT INTO mail VALUES('637eed2ca2a1801f2c8c47a3','reset-password','reader-two@example.com','','sent',1,NULL,1795710124876,NULL,1795710124876,1795710124945);
INSERT INTO mail VALUES('f04258a871741ac79d6f44c0','verify-email','editor-one@example.com','{"username":"editor-one","token":"Z3pp3rFGsv5-PO8pp2QIORA-CbbvHpBlSTMQL7b96Ug"}','queued',2,'connect ECONNREFUSED 127.0.0.1:41201',1795710238649,NULL,1795710154960,NULL);
INSERT INTO mail VALUES('2c866703420008a60db14d89','passkey-added','author-one@example.com','{"username":"author-one","at":"2026-11-26T16:22:35.516Z","name":"Test key"}','queued',2,'connect ECONNREFUSED 127.0.0.1:41201',1795710238656,NULL,1795710155516,NULL);
INSERT INTO mail VALUES('a789ad4ee3ba33f5645eb173','new-browser','author-one@example.com','{"username":"author-one","at":"2026-11-26T16:22:35.541Z","browser":"Firefox on Linux"}','queued',2,'connect ECONNREFUSED 127.0.0.1:41201',1795710240027,'new-browser:09dd7313717d04e80a7ec397:2026-11-26:Firefox on Linux:127.0.0.1',1795710155542,NULL);
INSERT INTO mail VALUES('4763e08f58be1637b2fdb131','sign-in-change','codes-one@example.com','{"username":"codes-one","at":"2026-11-26T16:22:35.554Z","change":"two-step-on","name":""}','queued',1,'connect ECONNREFUSED 127.0.0.1:41201',1795710178625,NULL,1795710155554,NULL);
INSERT INTO mail VALUES('3499aa74fae0ba55cc81fde3','new-browser','codes-one@example.com','{"username":"codes-one","at":"2026-11-26T16:22:35.607Z","browser":"Firefox on Linux"}','queued',0,NULL,1795710178625,'new-browser:cc2c26417c479131fdfaf91a:2026-11-26:',1795710155608,NULL);
INSERT INTO mail VALUES('12402577758bc23e5baef256','new-browser','reader-two@example.com','{"username":"Reader-Two","at":"2026-11-26T16:22:49.365Z","browser":"Firefox on Linux"}','queued',0,NULL,1795710178625,'new-browser:2a652ec92f5ec1966578fbad:2026-11-26:',1795710169365,NULL);
INSERT INTO mail VALUES('1476b16d77ed3e9ecad36f6a','new-browser','admin@example.com','{"username":"admin","at":"2026-11-26T16:22:59.020Z","browser":"Firefox on Linux"}','queued',0,NULL,1795710179020,'new-browser:57f1f3a0a18fc5a3404b2a52:2026-11-26:',1795710179020,NULL);
CREATE TABLE `tokens` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`code_hash` text,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO tokens VALUES('084f43f2d62862fc145315723c8c1d9778322f1bda11308716bda46e390b53ca','verify-email','39a3af4bc49dbc73166b355f','reader-one@example.com',NULL,0,1795710122276,1795710101430,1795796501430);
INSERT INTO tokens VALUES('d288b32451b6c795db187ebcddbc3b160ae20fa7cb31bbf5a53acb200f3ed2fb','verify-email','2a652ec92f5ec1966578fbad','reader-two@example.com',NULL,0,NULL,1795710101694,1795796501694);
INSERT INTO tokens VALUES('411ba381e942a31ac1f7d600fe9bf9e3ffaee9d992e27f7737b141a6da08f991','verify-email','16136a2129ce835e953ce698','writer-three@example.com',NULL,0,NULL,1795710102491,1795796502491);
INSERT INTO tokens VALUES('a9fa0455f4f1282044f7cb8acef456c00ffb2cb8644e821492aec90c7be99e10','verify-email','46c82093e2e39abe0f34327c','third-admin@example.com',NULL,0,NULL,1795710104062,1795796504062);
INSERT INTO tokens VALUES('ef09fa793588edd6e78732a75c4863d165d35e6dbe2b990b602a05c78855be94','verify-email','09dd7313717d04e80a7ec397','author-one@example.com',NULL,0,1795710124497,1795710122377,1795796522377);
INSERT INTO tokens VALUES('b3ee416fcc4e3f47ed2ada431d3c9b776b63c79711d3a7acfeec93fc44117cdf','verify-email','70bb091c2c22683759ca24f0','editor-one@example.com',NULL,0,NULL,1795710122429,1795796522429);
INSERT INTO tokens VALUES('157f78fa97b77b4cc051e23f0667c6e75e768e768fa61feec01a86b97a36d7d1','verify-email','abbcfe19f7307c222b5ef038','suspended-one@example.com',NULL,0,NULL,1795710122821,1795796522821);
INSERT INTO tokens VALUES('9758ff223bab88d9f40ac8db51ae0a740dd8b219ba1af1ed20b5d1d8a6b6be9f','verify-email','1dabb99431be62092c202d43','moving-one@example.com',NULL,0,1795710124563,1795710122907,1795796522907);
INSERT INTO tokens VALUES('3375008e9f2ab69dbfd8936965b9f616e8bef086dde8c975e3bc2dc8903aa33f','verify-email','cc2c26417c479131fdfaf91a','codes-one@example.com',NULL,0,NULL,1795710123058,1795796523058);
INSERT INTO tokens VALUES('94259cc1ab2152934b34236a085ba1d6e67c64a793243d995153cc9f34c24a59','verify-email','09dd7313717d04e80a7ec397','author-one@example.com',NULL,0,1795710124498,1795710124480,1795796524480);
INSERT INTO tokens VALUES('f15adbed69e6a9c45b897b5a4b6a4b03544b0fd11132abecff3a1457fe6dbc07','undo-email-change','1dabb99431be62092c202d43','moving-one@example.com',NULL,0,NULL,1795710124564,1796314924564);
INSERT INTO tokens VALUES('edfba5019cbd053cdd47b8ca556e55d07a5512c9311351ea15e55dc7665972fa','verify-email','1dabb99431be62092c202d43','moved-one@example.com',NULL,0,NULL,1795710124564,1795796524564);
INSERT INTO tokens VALUES('05d41dab26ebc420bb14d7112851fcdcd59f4538ae2a7d98baf3a54ab2c35004','reset-password','2a652ec92f5ec1966578fbad','reader-two@example.com','$argon2id$v=19$m=19456,t=2,p=1$L/kCgWUGnIsugraufvOitg$D4rwBscQutuq3XpS80IV25AO4jvUoY1WE4OCuXsaOyA',0,NULL,1795710124876,1795711924876);
INSERT INTO tokens VALUES('07ed20e9250d595c997a3de4358e81e4442f8a8a85b342a7352854d84299cbf2','verify-email','70bb091c2c22683759ca24f0','editor-one@example.com',NULL,0,NULL,1795710154960,1795796554960);
CREATE TABLE `challenges` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`challenge` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO challenges VALUES('959be5b53aab852c8346f1391805e247d28fc2e1397d6ed029d62341ba0a0b8a','passkey-sign-in',NULL,'bREQxLhpGnM1Lnj0-Of-ZGvVCWxd2QAhRhB20S7eyGo',0,1795710155545,1795710455545);
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer DEFAULT false NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer, `from_unknown_browser` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO passkeys VALUES('354861edfa48cea20de982ad','09dd7313717d04e80a7ec397','wLgDNkvGankNrBbeGQi_S1JmDYa75oDyz1_YwZHjHP0','pQECAyYgASFYIIXjpaACY_pAuGGf41cVyPfPslh_M3n0vnxM4HFKKd-3IlggVYFiIDGiLfFY_h5o2LZkAVq7jI6bkELlasCYjxMZu00',3,'["usb"]',0,'Test key',1795710155515,1795710155540,0);
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','9b9d96bc349929e61ca61bf90ebb3d389b76ebd43e8e6f0009af8eb90e353892',1795710155581,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','14c138b2becc54d481b1878254b6b4afca30dd17ea340ebf8212576647e551bb',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','d92ad73ea6784b3851c11d13dfee974454149a4583be7db6a9f7f8e273d08996',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','003e08ebdec5c8308f540bf8464624bc0f6b0ccf596a27c4cff54f06ca8b7772',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','e35b9bd06080726e2ca297183577cb7675591c9f4004097b8ce1418ff10f3ba7',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','b9fde75bdaf6482e5331d25facb457d379b7b0514540c8a9bfa26dec5d518b02',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','3db2860f59f8d46f2aefac00eee94d7dcf1d07118d7a7b4f203f5edb03370f8a',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','3973181da0c482fc1eae8e11d9a798031a9414f915750f1acfbb49b7d0d8fe6e',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','268f961f6607d499bae6aad7d26c1dc9a04fd2bd1114836fc04625fb44b4ea63',NULL,1795710155555);
INSERT INTO recovery_codes VALUES('cc2c26417c479131fdfaf91a','84593ab3783af3595d10d79b5845caa17ecd6c3ff623a4ee756fa6947658d205',NULL,1795710155555);
CREATE TABLE `totp_secrets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL, `from_unknown_browser` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO totp_secrets VALUES('cc2c26417c479131fdfaf91a','JV7VMV6TSBVIY7HBVRUKIW77BZSTJPPK',1795710155554,59857005,1795710155549,0);
CREATE TABLE `documents` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`image` text DEFAULT '' NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`published_revision` integer,
	`scheduled_at` integer,
	`published_at` integer,
	`published_for` integer,
	`trashed_at` integer,
	`trashed_from` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`series` text DEFAULT '' NOT NULL,
	`series_position` integer DEFAULT 0 NOT NULL,
	`image_alt` text DEFAULT '' NOT NULL,
	`seo` text DEFAULT '{}' NOT NULL,
	`noindex` integer DEFAULT false NOT NULL,
	`category_label` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`content` text DEFAULT '' NOT NULL
);
INSERT INTO documents VALUES(1,'c43f972cad08243ef5f71102','57f1f3a0a18fc5a3404b2a52','published','A post with pictures','a-post-with-pictures','javascript','/uploads/1795710104409-post-picture.png',0,1,1,NULL,1795710112514,NULL,NULL,NULL,1795710112514,1795710112514,'[]','',0,'A red square','{}',0,'javascript',replace('Heading 0\nText number 0 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 0;\nQuoted','\n',char(10)),'<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710106828-post-picture.png" alt="A blue square"></p>');
INSERT INTO documents VALUES(2,'74f056805cae42d7777a9299','57f1f3a0a18fc5a3404b2a52','published','Same title','same-title','reactjs','',0,1,1,NULL,1795710115309,NULL,NULL,NULL,1795710115309,1795710115309,'[]','',0,'','{}',0,'reactjs',replace('Heading 1\nText number 1 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 1;\nQuoted','\n',char(10)),'<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(3,'a2dc363a3f56c28fb0dadcca','fb1c1b8ef0e6fa14a444851a','published','Same title','same-title-2','nextjs','',0,1,1,NULL,1795710116577,NULL,NULL,NULL,1795710116577,1795710116577,'[]','',0,'','{}',0,'nextjs',replace('Heading 2\nText number 2 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 2;\nQuoted','\n',char(10)),'<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(4,'c310e90934c3a873b7425a93','46c82093e2e39abe0f34327c','published','Ünïcode títle & <angle> "quotes" 日本語','unicode-title-angle-quotes-ri-ben-yu','rust','',0,1,1,NULL,1795710118479,NULL,NULL,NULL,1795710118479,1795710118479,'[]','',0,'','{}',0,'Rust 🦀',replace('Heading 3\nText number 3 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 3;\nQuoted','\n',char(10)),'<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(5,'897be52276a4268c1e246a18','fb1c1b8ef0e6fa14a444851a','published','By an account that was deleted','by-an-account-that-was-deleted','uncategorized','https://pictures.example.com/cover.jpg',0,1,1,NULL,1795710119117,NULL,NULL,NULL,1795710119117,1795710119117,'[]','',0,'','{}',0,'uncategorized',replace('Heading 4\nText number 4 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 4;\nQuoted','\n',char(10)),'<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(6,'34b7516bb419a9d86007348a','57f1f3a0a18fc5a3404b2a52','published','Changed title','changed-later','css','',0,2,2,NULL,1795710119549,NULL,NULL,NULL,1795710119264,1795710119549,'[]','',0,'','{}',0,'javascript',replace('Heading changed\nText number changed with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = changed;\nQuoted','\n',char(10)),'<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(7,'6279ba681e9c0cc9632dd61c','57f1f3a0a18fc5a3404b2a52','trashed','Deleted later','deleted-later','javascript','',0,1,1,NULL,1795710119332,NULL,1795710121002,'published',1795710119332,1795710119332,'[]','',0,'','{}',0,'javascript',replace('Heading 6\nText number 6 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 6;\nQuoted','\n',char(10)),'<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/6" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(8,'aabf9c72e64f9e1592d5c3e3','46c82093e2e39abe0f34327c','trashed','Video and no comments','video-and-no-comments','javascript','',0,1,1,NULL,1795710119439,NULL,1795710168034,'published',1795710119439,1795710119439,'[]','',0,'','{}',0,'javascript','Watch:','<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>');
INSERT INTO documents VALUES(9,'ed03b8049d6954ede53b1dc1','09dd7313717d04e80a7ec397','published','By an author','by-an-author','javascript','/uploads/1795710123294-post-picture.png',0,1,1,NULL,1795710124078,NULL,NULL,NULL,1795710124078,1795710124078,'[]','',0,'','{}',0,'javascript',replace('Heading 8\nText number 8 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 8;\nQuoted','\n',char(10)),'<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(10,'0466c7ba7b1ae2abcbc55a98','70bb091c2c22683759ca24f0','published','By an editor','by-an-editor','css','',0,1,1,NULL,1795710124182,NULL,NULL,NULL,1795710124182,1795710124182,'[]','',0,'','{}',0,'css',replace('Heading 9\nText number 9 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 9;\nQuoted','\n',char(10)),'<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(11,'fc7234f0f1e6125c0fc72e45','09dd7313717d04e80a7ec397','draft','Only a draft','','css','/uploads/1795710106828-post-picture.png',0,1,NULL,NULL,NULL,NULL,NULL,NULL,1795710155629,1795710155629,'[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]','A series',1,'','{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}',1,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(12,'5670ecd5721e2691235180c8','70bb091c2c22683759ca24f0','draft','','','','',0,1,NULL,NULL,NULL,NULL,NULL,NULL,1795710155645,1795710155645,'[]','',0,'','{}',0,'','Without a title','<p>Without a title</p>');
INSERT INTO documents VALUES(13,'55d254176b1763fb160e2395','09dd7313717d04e80a7ec397','scheduled','Scheduled','','css','',0,1,NULL,4049766000000,NULL,NULL,NULL,NULL,1795710155657,1795710155657,'[{"slug":"tips","label":"Tips"}]','',0,'','{}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(14,'680b860fd36f0b3adec927e6','70bb091c2c22683759ca24f0','changed','Published document','published-document','css','/uploads/1795710104409-post-picture.png',1,4,1,NULL,1795710155778,NULL,NULL,NULL,1795710155766,1795710156712,'[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]','A series',1,'Again red','{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}',1,'css',replace('Heading version 3\nText number version 3 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = version 3;\nQuoted','\n',char(10)),'<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(15,'7f510d1da78aea2513093d70','09dd7313717d04e80a7ec397','published','With a new address','a-new-address','css','',0,2,2,NULL,1795710157080,NULL,NULL,NULL,1795710156876,1795710157070,'[{"slug":"other","label":"Other"}]','',0,'','{}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(16,'26fcdd1f646daa5dd7566108','09dd7313717d04e80a7ec397','scheduled','Live, and scheduled changes','live-and-scheduled','css','',0,2,1,4052419200000,1795710157131,NULL,NULL,NULL,1795710157119,1795710157551,'[]','',0,'','{}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(17,'b68859e2a217a39de656531e','09dd7313717d04e80a7ec397','trashed','In the trash','in-the-trash','css','/uploads/1795710104409-post-picture.png',0,1,1,NULL,1795710157710,NULL,1795710158443,'published',1795710157664,1795710157664,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading trash\nText number trash with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = trash;\nQuoted','\n',char(10)),'<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/trash" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710106828-post-picture.png" alt=""></p>');
INSERT INTO documents VALUES(18,'983a7cbfb58d4d9b1591f1aa','09dd7313717d04e80a7ec397','unpublished','Unpublished','unpublished','css','',0,1,NULL,NULL,1795710159772,NULL,NULL,NULL,1795710159751,1795710159751,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(19,'292aa92a85f5d08e0c482e7c','09dd7313717d04e80a7ec397','trashed','Unpublished, then in the trash','hidden-address','css','',0,2,NULL,NULL,1795710161238,NULL,1795710163187,'unpublished',1795710160292,1795710161220,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(20,'260b0bec2500f73677051924','09dd7313717d04e80a7ec397','published','Trashed and restored','trashed-and-restored','css','',0,1,1,NULL,1795710163365,NULL,NULL,NULL,1795710163289,1795710163289,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(22,'0d0ea7167a7faccbaf0e4beb','09dd7313717d04e80a7ec397','unpublished','Edited while it was unpublished','unpublished-and-edited','css','',0,2,NULL,NULL,1795710167024,NULL,NULL,NULL,1795710167017,1795710168005,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(23,'e13a29e06c65e272f8696c82','09dd7313717d04e80a7ec397','trashed','A draft in the trash','','css','',0,1,NULL,NULL,NULL,NULL,1795710168023,'draft',1795710168012,1795710168012,'[]','',0,'','{}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(24,'86cf321381e7347a9d3bc6e4','70bb091c2c22683759ca24f0','draft','Published document (copy)','','css','/uploads/1795710104409-post-picture.png',0,1,NULL,NULL,NULL,NULL,NULL,NULL,1795710168029,1795710168029,'[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]','',0,'Again red','{"title":"For engines","description":"Described","image":"/uploads/1795710104409-post-picture.png"}',1,'css',replace('Heading version 3\nText number version 3 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = version 3;\nQuoted','\n',char(10)),'<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO documents VALUES(25,'53ac45bff184787936306a80','09dd7313717d04e80a7ec397','published','Hiding was interrupted','hiding-was-interrupted','css','',0,1,1,NULL,1795710168928,NULL,NULL,NULL,1795710168677,1795710168677,'[{"slug":"tips","label":"Tips"}]','A series',3,'','{"title":"Hidden"}',0,'css',replace('Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted','\n',char(10)),'<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
CREATE TABLE `hidden_comments` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `hidden_posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_comments_length" CHECK(length("hidden_comments"."content") between 1 and 200)
);
INSERT INTO hidden_comments VALUES(21,'5ad950f913ee973003be1a8a','6279ba681e9c0cc9632dd61c','16136a2129ce835e953ce698','Goes with its post',1795710120234,1795710120234);
INSERT INTO hidden_comments VALUES(24,'add0a096e8ea8f92ac1f2db9','b68859e2a217a39de656531e','39a3af4bc49dbc73166b355f','Comment 0 on In the trash',1795710158202,1795710158202);
INSERT INTO hidden_comments VALUES(25,'ff801eceb349ae24946515c6','b68859e2a217a39de656531e','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710158205,1795710158439);
INSERT INTO hidden_comments VALUES(26,'742899c32ec1fe8f487db3e6','b68859e2a217a39de656531e','16136a2129ce835e953ce698','Comment 2 on In the trash',1795710158260,1795710158260);
INSERT INTO hidden_comments VALUES(27,'2024eea73b7a49abe4279090','b68859e2a217a39de656531e','8c6f298a444e92730af4666c','Comment 3 on In the trash',1795710158270,1795710158270);
INSERT INTO hidden_comments VALUES(28,'c5c78be6cdeaf282b2af614e','b68859e2a217a39de656531e','39a3af4bc49dbc73166b355f','Comment 4 on In the trash',1795710158294,1795710158294);
INSERT INTO hidden_comments VALUES(29,'50fa004c70b815543f0b8b93','983a7cbfb58d4d9b1591f1aa','39a3af4bc49dbc73166b355f','Comment 0 on Unpublished',1795710159853,1795710159853);
INSERT INTO hidden_comments VALUES(30,'6125604060566f3e26723151','983a7cbfb58d4d9b1591f1aa','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710159856,1795710159885);
INSERT INTO hidden_comments VALUES(31,'8ad4438801d372a6f4a35bef','983a7cbfb58d4d9b1591f1aa','16136a2129ce835e953ce698','Comment 2 on Unpublished',1795710159862,1795710159862);
INSERT INTO hidden_comments VALUES(32,'7d36d6d1f3acb527d1b3933e','983a7cbfb58d4d9b1591f1aa','8c6f298a444e92730af4666c','Comment 3 on Unpublished',1795710159865,1795710159865);
INSERT INTO hidden_comments VALUES(33,'b8a674186415620eb14f228e','983a7cbfb58d4d9b1591f1aa','39a3af4bc49dbc73166b355f','Comment 4 on Unpublished',1795710159870,1795710159870);
INSERT INTO hidden_comments VALUES(34,'d075c339152206c920bae328','292aa92a85f5d08e0c482e7c','39a3af4bc49dbc73166b355f','Comment 0 on Unpublished, then in the trash',1795710160467,1795710160467);
INSERT INTO hidden_comments VALUES(35,'cc3977a32ae93af742ac2b43','292aa92a85f5d08e0c482e7c','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710160643,1795710161206);
INSERT INTO hidden_comments VALUES(36,'332c68a0c9f0612c4277b9ce','292aa92a85f5d08e0c482e7c','16136a2129ce835e953ce698','Comment 2 on Unpublished, then in the trash',1795710161048,1795710161048);
INSERT INTO hidden_comments VALUES(37,'883b28e39e773b64f17b451a','292aa92a85f5d08e0c482e7c','8c6f298a444e92730af4666c','Comment 3 on Unpublished, then in the trash',1795710161083,1795710161083);
INSERT INTO hidden_comments VALUES(38,'c7eab5a9abf9c4b9a5de9281','292aa92a85f5d08e0c482e7c','39a3af4bc49dbc73166b355f','Comment 4 on Unpublished, then in the trash',1795710161178,1795710161178);
INSERT INTO hidden_comments VALUES(49,'11bd620f6ad50489caf92394','0d0ea7167a7faccbaf0e4beb','39a3af4bc49dbc73166b355f','Comment 0 on Unpublished and edited',1795710167068,1795710167068);
INSERT INTO hidden_comments VALUES(50,'97068bcfa443f35bffb6732e','0d0ea7167a7faccbaf0e4beb','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710167073,1795710167303);
INSERT INTO hidden_comments VALUES(51,'a6ba0f8a2e26eb5667ee90d2','0d0ea7167a7faccbaf0e4beb','16136a2129ce835e953ce698','Comment 2 on Unpublished and edited',1795710167076,1795710167076);
INSERT INTO hidden_comments VALUES(52,'f7bfa4f803b51923071704e3','0d0ea7167a7faccbaf0e4beb','8c6f298a444e92730af4666c','Comment 3 on Unpublished and edited',1795710167079,1795710167079);
INSERT INTO hidden_comments VALUES(53,'8eb435b9cb6879c3040ec5e9','0d0ea7167a7faccbaf0e4beb','39a3af4bc49dbc73166b355f','Comment 4 on Unpublished and edited',1795710167082,1795710167082);
INSERT INTO hidden_comments VALUES(54,'c5aa56c59cd093e9f6921e72','53ac45bff184787936306a80','39a3af4bc49dbc73166b355f','Comment 0 on Hiding was interrupted',1795710169215,1795710169215);
INSERT INTO hidden_comments VALUES(55,'4407753c07e9badb786b7b65','53ac45bff184787936306a80','2a652ec92f5ec1966578fbad','Edited before it was hidden',1795710169217,1795710169326);
INSERT INTO hidden_comments VALUES(56,'03a8a38011a0961286aa3d6d','53ac45bff184787936306a80','16136a2129ce835e953ce698','Comment 2 on Hiding was interrupted',1795710169312,1795710169312);
INSERT INTO hidden_comments VALUES(57,'fb76fac230807523dd4da050','53ac45bff184787936306a80','8c6f298a444e92730af4666c','Comment 3 on Hiding was interrupted',1795710169315,1795710169315);
INSERT INTO hidden_comments VALUES(58,'f8420c94a9dc54fdced2c713','53ac45bff184787936306a80','39a3af4bc49dbc73166b355f','Comment 4 on Hiding was interrupted',1795710169319,1795710169319);
CREATE TABLE `hidden_likes` (
	`comment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `hidden_comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO hidden_likes VALUES('add0a096e8ea8f92ac1f2db9','16136a2129ce835e953ce698',1795710158380);
INSERT INTO hidden_likes VALUES('add0a096e8ea8f92ac1f2db9','2a652ec92f5ec1966578fbad',1795710158314);
INSERT INTO hidden_likes VALUES('ff801eceb349ae24946515c6','09dd7313717d04e80a7ec397',1795710158387);
INSERT INTO hidden_likes VALUES('50fa004c70b815543f0b8b93','16136a2129ce835e953ce698',1795710159879);
INSERT INTO hidden_likes VALUES('50fa004c70b815543f0b8b93','2a652ec92f5ec1966578fbad',1795710159876);
INSERT INTO hidden_likes VALUES('6125604060566f3e26723151','09dd7313717d04e80a7ec397',1795710159881);
INSERT INTO hidden_likes VALUES('cc3977a32ae93af742ac2b43','09dd7313717d04e80a7ec397',1795710161192);
INSERT INTO hidden_likes VALUES('d075c339152206c920bae328','16136a2129ce835e953ce698',1795710161190);
INSERT INTO hidden_likes VALUES('d075c339152206c920bae328','2a652ec92f5ec1966578fbad',1795710161187);
INSERT INTO hidden_likes VALUES('11bd620f6ad50489caf92394','16136a2129ce835e953ce698',1795710167142);
INSERT INTO hidden_likes VALUES('11bd620f6ad50489caf92394','2a652ec92f5ec1966578fbad',1795710167085);
INSERT INTO hidden_likes VALUES('97068bcfa443f35bffb6732e','09dd7313717d04e80a7ec397',1795710167199);
INSERT INTO hidden_likes VALUES('4407753c07e9badb786b7b65','09dd7313717d04e80a7ec397',1795710169323);
INSERT INTO hidden_likes VALUES('c5aa56c59cd093e9f6921e72','16136a2129ce835e953ce698',1795710169322);
INSERT INTO hidden_likes VALUES('c5aa56c59cd093e9f6921e72','2a652ec92f5ec1966578fbad',1795710169320);
CREATE TABLE `hidden_posts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`post` text NOT NULL
);
INSERT INTO hidden_posts VALUES(7,'6279ba681e9c0cc9632dd61c','deleted-later','{"seq":7,"id":"6279ba681e9c0cc9632dd61c","userId":"57f1f3a0a18fc5a3404b2a52","title":"Deleted later","slug":"deleted-later","category":"javascript","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:21:59.332Z","updatedAt":"2026-11-26T16:21:59.332Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading 6\nText number 6 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 6;\nQuoted","content":"<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/6\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{},"tags":[],"series":null}');
INSERT INTO hidden_posts VALUES(8,'aabf9c72e64f9e1592d5c3e3','video-and-no-comments','{"seq":8,"id":"aabf9c72e64f9e1592d5c3e3","userId":"46c82093e2e39abe0f34327c","title":"Video and no comments","slug":"video-and-no-comments","category":"javascript","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:21:59.439Z","updatedAt":"2026-11-26T16:21:59.439Z","guid":"","isFeatured":false,"noindex":false,"text":"Watch:","content":"<p>Watch:</p><iframe class=\"ql-video\" src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\" title=\"YouTube video\" loading=\"lazy\" allow=\"encrypted-media; fullscreen; picture-in-picture\" allowfullscreen referrerpolicy=\"strict-origin-when-cross-origin\" sandbox=\"allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts\"></iframe>","imageAlt":"","seo":{},"tags":[],"series":null}');
INSERT INTO hidden_posts VALUES(14,'b68859e2a217a39de656531e','in-the-trash','{"seq":14,"id":"b68859e2a217a39de656531e","userId":"09dd7313717d04e80a7ec397","title":"In the trash","slug":"in-the-trash","category":"css","image":"/uploads/1795710104409-post-picture.png","isDemo":false,"version":1,"createdAt":"2026-11-26T16:22:37.710Z","updatedAt":"2026-11-26T16:22:37.710Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading trash\nText number trash with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = trash;\nQuoted","content":"<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/trash\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src=\"/uploads/1795710106828-post-picture.png\" alt=\"\"></p>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO hidden_posts VALUES(15,'983a7cbfb58d4d9b1591f1aa','unpublished','{"seq":15,"id":"983a7cbfb58d4d9b1591f1aa","userId":"09dd7313717d04e80a7ec397","title":"Unpublished","slug":"unpublished","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:22:39.772Z","updatedAt":"2026-11-26T16:22:39.772Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO hidden_posts VALUES(16,'292aa92a85f5d08e0c482e7c','hidden-address','{"seq":16,"id":"292aa92a85f5d08e0c482e7c","userId":"09dd7313717d04e80a7ec397","title":"Unpublished, then in the trash","slug":"hidden-address","category":"css","image":"","isDemo":false,"version":2,"createdAt":"2026-11-26T16:22:40.306Z","updatedAt":"2026-11-26T16:22:41.238Z","guid":"unpublished-then-in-the-trash","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO hidden_posts VALUES(19,'0d0ea7167a7faccbaf0e4beb','unpublished-and-edited','{"seq":19,"id":"0d0ea7167a7faccbaf0e4beb","userId":"09dd7313717d04e80a7ec397","title":"Unpublished and edited","slug":"unpublished-and-edited","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:22:47.024Z","updatedAt":"2026-11-26T16:22:47.024Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO hidden_posts VALUES(20,'53ac45bff184787936306a80','hiding-was-interrupted','{"seq":20,"id":"53ac45bff184787936306a80","userId":"09dd7313717d04e80a7ec397","title":"Hiding was interrupted","slug":"hiding-was-interrupted","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:22:48.928Z","updatedAt":"2026-11-26T16:22:48.928Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
CREATE TABLE `post_tags` (
	`post_id` text NOT NULL,
	`tag` text NOT NULL,
	`position` integer NOT NULL,
	`is_former` integer DEFAULT false NOT NULL, `created_at` integer DEFAULT 0 NOT NULL, `post_seq` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`post_id`, `tag`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO post_tags VALUES('680b860fd36f0b3adec927e6','tips',0,0,1795710155778,11);
INSERT INTO post_tags VALUES('680b860fd36f0b3adec927e6','c-plus-plus',1,0,1795710155778,11);
INSERT INTO post_tags VALUES('680b860fd36f0b3adec927e6','grosse',2,0,1795710155778,11);
INSERT INTO post_tags VALUES('7f510d1da78aea2513093d70','tips',0,1,1795710156893,12);
INSERT INTO post_tags VALUES('7f510d1da78aea2513093d70','other',0,0,1795710156893,12);
INSERT INTO post_tags VALUES('260b0bec2500f73677051924','tips',0,0,1795710163365,17);
INSERT INTO post_tags VALUES('53ac45bff184787936306a80','tips',0,0,1795710168928,20);
CREATE TABLE `preview_links` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`document_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO preview_links VALUES('e3ce216777d56aa49b41d4416a83b8a79c6c05385e33e06b0caf51fe4e2a9737','680b860fd36f0b3adec927e6','70bb091c2c22683759ca24f0',1795710168367,1798302168367);
CREATE TABLE `redirects` (
	`from` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`status` integer DEFAULT 301 NOT NULL,
	`created_at` integer NOT NULL
);
INSERT INTO redirects VALUES('with-another-address','7f510d1da78aea2513093d70',301,1795710157080);
INSERT INTO redirects VALUES('unpublished-then-in-the-trash','292aa92a85f5d08e0c482e7c',301,1795710161238);
CREATE TABLE `referrers` (
	`day` integer NOT NULL,
	`host` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `host`)
);
CREATE TABLE `revisions` (
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text DEFAULT 'auto' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`user_id` text NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`title` text NOT NULL,
	`meta` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`document_id`, `number`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO revisions VALUES('c43f972cad08243ef5f71102',1,'published','','57f1f3a0a18fc5a3404b2a52',96,0,1795710112514,'A post with pictures','{"slug":"a-post-with-pictures","category":"javascript","categoryLabel":"javascript","image":"/uploads/1795710104409-post-picture.png","imageAlt":"A red square","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710106828-post-picture.png" alt="A blue square"></p>');
INSERT INTO revisions VALUES('74f056805cae42d7777a9299',1,'published','','57f1f3a0a18fc5a3404b2a52',96,0,1795710115309,'Same title','{"slug":"same-title","category":"reactjs","categoryLabel":"reactjs","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('a2dc363a3f56c28fb0dadcca',1,'published','','fb1c1b8ef0e6fa14a444851a',96,0,1795710116577,'Same title','{"slug":"same-title-2","category":"nextjs","categoryLabel":"nextjs","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('c310e90934c3a873b7425a93',1,'published','','46c82093e2e39abe0f34327c',96,0,1795710118479,'Ünïcode títle & <angle> "quotes" 日本語','{"slug":"unicode-title-angle-quotes-ri-ben-yu","category":"rust","categoryLabel":"Rust 🦀","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('897be52276a4268c1e246a18',1,'published','','fb1c1b8ef0e6fa14a444851a',96,0,1795710119117,'By an account that was deleted','{"slug":"by-an-account-that-was-deleted","category":"uncategorized","categoryLabel":"uncategorized","image":"https://pictures.example.com/cover.jpg","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('34b7516bb419a9d86007348a',1,'published','','57f1f3a0a18fc5a3404b2a52',96,0,1795710119264,'Changed later','{"slug":"changed-later","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 5</h2><p>Text number 5 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/5" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 5;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('6279ba681e9c0cc9632dd61c',1,'published','','57f1f3a0a18fc5a3404b2a52',96,0,1795710119332,'Deleted later','{"slug":"deleted-later","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/6" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('aabf9c72e64f9e1592d5c3e3',1,'published','','46c82093e2e39abe0f34327c',6,0,1795710119439,'Video and no comments','{"slug":"video-and-no-comments","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>');
INSERT INTO revisions VALUES('34b7516bb419a9d86007348a',2,'published','','57f1f3a0a18fc5a3404b2a52',194,80,1795710119549,'Changed title','{"slug":"changed-later","category":"css","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('ed03b8049d6954ede53b1dc1',1,'published','','09dd7313717d04e80a7ec397',96,0,1795710124078,'By an author','{"slug":"by-an-author","category":"javascript","categoryLabel":"javascript","image":"/uploads/1795710123294-post-picture.png","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('0466c7ba7b1ae2abcbc55a98',1,'published','','70bb091c2c22683759ca24f0',96,0,1795710124182,'By an editor','{"slug":"by-an-editor","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('fc7234f0f1e6125c0fc72e45',1,'auto','','09dd7313717d04e80a7ec397',108,0,1795710155629,'Only a draft','{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710106828-post-picture.png","imageAlt":"","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":false,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('5670ecd5721e2691235180c8',1,'auto','','70bb091c2c22683759ca24f0',15,0,1795710155645,'','{"slug":"","category":"","categoryLabel":"","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<p>Without a title</p>');
INSERT INTO revisions VALUES('55d254176b1763fb160e2395',1,'auto','','09dd7313717d04e80a7ec397',108,0,1795710155657,'Scheduled','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('680b860fd36f0b3adec927e6',1,'published','The first one','70bb091c2c22683759ca24f0',108,0,1795710155766,'Published document','{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710104409-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('680b860fd36f0b3adec927e6',3,'auto','','70bb091c2c22683759ca24f0',308,188,1795710156492,'Published document','{"slug":"published-document","category":"css","categoryLabel":"css","image":"/uploads/1795710104409-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}}','<h2>Heading version 2</h2><p>Text number version 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('680b860fd36f0b3adec927e6',4,'auto','','70bb091c2c22683759ca24f0',404,284,1795710156712,'Published document','{"slug":"published-document","category":"css","categoryLabel":"css","image":"/uploads/1795710104409-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710104409-post-picture.png"}}','<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('7f510d1da78aea2513093d70',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710156876,'With another address','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"},{"slug":"other","label":"Other"}],"series":"A series","seriesPosition":2,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('7f510d1da78aea2513093d70',2,'published','','09dd7313717d04e80a7ec397',108,0,1795710157070,'With a new address','{"slug":"a-new-address","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"other","label":"Other"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('26fcdd1f646daa5dd7566108',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710157119,'Live and scheduled','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('26fcdd1f646daa5dd7566108',2,'auto','','09dd7313717d04e80a7ec397',108,0,1795710157551,'Live, and scheduled changes','{"slug":"live-and-scheduled","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('b68859e2a217a39de656531e',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710157664,'In the trash','{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710104409-post-picture.png","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/trash" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710106828-post-picture.png" alt=""></p>');
INSERT INTO revisions VALUES('983a7cbfb58d4d9b1591f1aa',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710159751,'Unpublished','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('292aa92a85f5d08e0c482e7c',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710160292,'Unpublished, then in the trash','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('292aa92a85f5d08e0c482e7c',2,'published','','09dd7313717d04e80a7ec397',108,0,1795710161220,'Unpublished, then in the trash','{"slug":"hidden-address","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('260b0bec2500f73677051924',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710163289,'Trashed and restored','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('0d0ea7167a7faccbaf0e4beb',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710167017,'Unpublished and edited','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('0d0ea7167a7faccbaf0e4beb',2,'auto','','09dd7313717d04e80a7ec397',108,0,1795710168005,'Edited while it was unpublished','{"slug":"unpublished-and-edited","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('e13a29e06c65e272f8696c82',1,'auto','','09dd7313717d04e80a7ec397',108,0,1795710168012,'A draft in the trash','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('86cf321381e7347a9d3bc6e4',1,'auto','','70bb091c2c22683759ca24f0',120,0,1795710168029,'Published document (copy)','{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710104409-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":true,"seo":{"title":"For engines","description":"Described","image":"/uploads/1795710104409-post-picture.png"}}','<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO revisions VALUES('53ac45bff184787936306a80',1,'published','','09dd7313717d04e80a7ec397',108,0,1795710168677,'Hiding was interrupted','{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}','<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
CREATE TABLE `series` (
	`slug` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL
);
INSERT INTO series VALUES('a-series','A series');
CREATE TABLE `series_posts` (
	`post_id` text NOT NULL,
	`series` text NOT NULL,
	`position` integer NOT NULL,
	`is_former` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`post_id`, `series`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO series_posts VALUES('680b860fd36f0b3adec927e6','a-series',1,0);
INSERT INTO series_posts VALUES('7f510d1da78aea2513093d70','a-series',2,1);
INSERT INTO series_posts VALUES('260b0bec2500f73677051924','a-series',3,0);
INSERT INTO series_posts VALUES('53ac45bff184787936306a80','a-series',3,0);
CREATE TABLE `tags` (
	`slug` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL
);
INSERT INTO tags VALUES('tips','Tips');
INSERT INTO tags VALUES('c-plus-plus','C++');
INSERT INTO tags VALUES('grosse','Größe');
INSERT INTO tags VALUES('other','Other');
CREATE TABLE `views` (
	`day` integer NOT NULL,
	`post_id` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `post_id`)
);
INSERT INTO views VALUES(20783,'74f056805cae42d7777a9299',1);
INSERT INTO views VALUES(20783,'c43f972cad08243ef5f71102',1);
CREATE TABLE `picture_uses` (
	`picture` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`owner_id`, `kind`, `number`, `picture`)
);
INSERT INTO picture_uses VALUES('1795710111792-profile-picture.png','profile','39a3af4bc49dbc73166b355f',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','post','c43f972cad08243ef5f71102',0);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','post','c43f972cad08243ef5f71102',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','draft','c43f972cad08243ef5f71102',0);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','draft','c43f972cad08243ef5f71102',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','c43f972cad08243ef5f71102',1);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','version','c43f972cad08243ef5f71102',1);
INSERT INTO picture_uses VALUES('1795710123294-post-picture.png','post','ed03b8049d6954ede53b1dc1',0);
INSERT INTO picture_uses VALUES('1795710123294-post-picture.png','draft','ed03b8049d6954ede53b1dc1',0);
INSERT INTO picture_uses VALUES('1795710123294-post-picture.png','version','ed03b8049d6954ede53b1dc1',1);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','draft','fc7234f0f1e6125c0fc72e45',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','draft','fc7234f0f1e6125c0fc72e45',0);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','version','fc7234f0f1e6125c0fc72e45',1);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','fc7234f0f1e6125c0fc72e45',1);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','draft','680b860fd36f0b3adec927e6',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','680b860fd36f0b3adec927e6',1);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','post','680b860fd36f0b3adec927e6',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','680b860fd36f0b3adec927e6',3);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','680b860fd36f0b3adec927e6',4);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','draft','b68859e2a217a39de656531e',0);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','draft','b68859e2a217a39de656531e',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','b68859e2a217a39de656531e',1);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','version','b68859e2a217a39de656531e',1);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','hidden','b68859e2a217a39de656531e',0);
INSERT INTO picture_uses VALUES('1795710106828-post-picture.png','hidden','b68859e2a217a39de656531e',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','draft','86cf321381e7347a9d3bc6e4',0);
INSERT INTO picture_uses VALUES('1795710104409-post-picture.png','version','86cf321381e7347a9d3bc6e4',1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('documents',25);
INSERT INTO sqlite_sequence VALUES('users',13);
INSERT INTO sqlite_sequence VALUES('audit',68);
INSERT INTO sqlite_sequence VALUES('posts',21);
INSERT INTO sqlite_sequence VALUES('comments',60);
CREATE UNIQUE INDEX `comments_id_unique` ON `comments` (`id`);
CREATE INDEX `comments_post_created` ON `comments` (`post_id`,`created_at`);
CREATE INDEX `comments_user_created` ON `comments` (`user_id`,`created_at`);
CREATE INDEX `comments_created` ON `comments` (`created_at`);
CREATE INDEX `likes_user` ON `likes` (`user_id`);
CREATE INDEX `pictures_user` ON `pictures` (`user_id`);
CREATE UNIQUE INDEX `posts_id_unique` ON `posts` (`id`);
CREATE UNIQUE INDEX `posts_slug_unique` ON `posts` (`slug`);
CREATE INDEX `posts_created` ON `posts` (`created_at`);
CREATE INDEX `posts_category_created` ON `posts` (`category`,`created_at`);
CREATE INDEX `posts_user_created` ON `posts` (`user_id`,`created_at`);
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`expires_at`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);
CREATE INDEX `users_created` ON `users` (`created_at`);
CREATE TRIGGER `posts_fts_insert` AFTER INSERT ON `posts` BEGIN
  INSERT INTO posts_fts(rowid, title, text) VALUES (new.seq, new.title, new.text);
END;
CREATE TRIGGER `posts_fts_delete` AFTER DELETE ON `posts` BEGIN
  INSERT INTO posts_fts(posts_fts, rowid, title, text) VALUES ('delete', old.seq, old.title, old.text);
END;
CREATE TRIGGER `posts_fts_update` AFTER UPDATE OF title, text ON `posts` BEGIN
  INSERT INTO posts_fts(posts_fts, rowid, title, text) VALUES ('delete', old.seq, old.title, old.text);
  INSERT INTO posts_fts(rowid, title, text) VALUES (new.seq, new.title, new.text);
END;
CREATE INDEX `sign_in_flows_expiry` ON `sign_in_flows` (`expires_at`);
CREATE INDEX `devices_user` ON `devices` (`user_id`);
CREATE INDEX `devices_expiry` ON `devices` (`expires_at`);
CREATE INDEX `identities_user` ON `identities` (`user_id`);
CREATE INDEX `posts_user_category` ON `posts` (`user_id`,`category`,`created_at`);
CREATE INDEX `posts_title` ON `posts` ("title" collate nocase,`category`,`user_id`);
CREATE INDEX `posts_updated` ON `posts` (`updated_at`,`category`,`user_id`);
CREATE INDEX `changes_post` ON `changes` (`post_id`,`seq`);
CREATE INDEX `changes_at` ON `changes` (`at`);
CREATE INDEX `jobs_created` ON `jobs` (`created_at`);
CREATE INDEX `jobs_user` ON `jobs` (`user_id`);
CREATE UNIQUE INDEX `audit_id_unique` ON `audit` (`id`);
CREATE INDEX `audit_at` ON `audit` (`at`);
CREATE INDEX `audit_actor` ON `audit` (`actor`,`seq`);
CREATE INDEX `audit_subject` ON `audit` (`subject`,`seq`);
CREATE INDEX `audit_action` ON `audit` (`action`,`seq`);
CREATE UNIQUE INDEX `mail_dedupe_key_unique` ON `mail` (`dedupe_key`);
CREATE INDEX `mail_due` ON `mail` (`state`,`not_before`);
CREATE INDEX `mail_created` ON `mail` (`created_at`);
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`kind`);
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);
CREATE INDEX `challenges_user` ON `challenges` (`user_id`);
CREATE INDEX `challenges_expiry` ON `challenges` (`expires_at`);
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);
CREATE INDEX `users_role` ON `users` (`role`);
CREATE UNIQUE INDEX `documents_id_unique` ON `documents` (`id`);
CREATE INDEX `documents_updated` ON `documents` (`updated_at`);
CREATE INDEX `documents_status_updated` ON `documents` (`status`,`updated_at`);
CREATE INDEX `documents_scheduled` ON `documents` (`scheduled_at`) WHERE scheduled_at is not null;
CREATE INDEX `documents_trashed` ON `documents` (`trashed_at`) WHERE trashed_at is not null;
CREATE UNIQUE INDEX `hidden_comments_id_unique` ON `hidden_comments` (`id`);
CREATE INDEX `hidden_comments_post` ON `hidden_comments` (`post_id`);
CREATE INDEX `hidden_comments_user` ON `hidden_comments` (`user_id`);
CREATE INDEX `hidden_likes_user` ON `hidden_likes` (`user_id`);
CREATE UNIQUE INDEX `hidden_posts_id_unique` ON `hidden_posts` (`id`);
CREATE UNIQUE INDEX `hidden_posts_slug_unique` ON `hidden_posts` (`slug`);
CREATE INDEX `preview_links_document` ON `preview_links` (`document_id`);
CREATE INDEX `preview_links_expiry` ON `preview_links` (`expires_at`);
CREATE INDEX `redirects_post` ON `redirects` (`post_id`);
CREATE INDEX `series_posts_series` ON `series_posts` (`series`,`position`);
CREATE INDEX `views_post` ON `views` (`post_id`,`day`);
CREATE INDEX `posts_featured` ON `posts` (`is_featured`,`created_at`) WHERE is_featured;
CREATE INDEX `picture_uses_picture` ON `picture_uses` (`picture`,`owner_id`,`kind`);
CREATE INDEX `pictures_created` ON `pictures` (`created_at`);
CREATE TRIGGER `picture_uses_of_posts` AFTER DELETE ON `posts` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'post';
END;
CREATE TRIGGER `picture_uses_of_documents` AFTER DELETE ON `documents` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'draft';
END;
CREATE TRIGGER `picture_uses_of_hidden_posts` AFTER DELETE ON `hidden_posts` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'hidden';
END;
CREATE TRIGGER `picture_uses_of_users` AFTER DELETE ON `users` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'profile';
END;
CREATE TRIGGER `picture_uses_of_revisions` AFTER DELETE ON `revisions` BEGIN
  DELETE FROM picture_uses
  WHERE owner_id = old.document_id AND kind = 'version' AND number = old.number;
END;
CREATE INDEX `post_tags_tag_created` ON `post_tags` (`tag`,`is_former`,`created_at`,`post_seq`);
CREATE TRIGGER `post_tags_insert` AFTER INSERT ON `post_tags` BEGIN
  UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
  FROM posts
  WHERE posts.id = new.post_id AND post_tags.post_id = new.post_id AND post_tags.tag = new.tag;
END;
CREATE INDEX `documents_user_list` ON `documents` (`user_id`,`updated_at`,`seq`,`status`);
CREATE INDEX `documents_category_list` ON `documents` (`category`,`updated_at`,`seq`,`status`);
CREATE TRIGGER `likes_insert` AFTER INSERT ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes + 1 WHERE id = new.comment_id;
END;
CREATE TRIGGER `likes_delete` AFTER DELETE ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes - 1 WHERE id = old.comment_id;
END;
CREATE INDEX `comments_likes` ON `comments` (`number_of_likes`,`created_at`,`seq`);
CREATE INDEX `documents_created_list` ON `documents` (`created_at`,`seq`,`status`,`user_id`,`category`);
CREATE INDEX `documents_title_list` ON `documents` (lower("title"),`seq`,`status`,`user_id`,`category`,`title`);
PRAGMA writable_schema=OFF;
COMMIT;

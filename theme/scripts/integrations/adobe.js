/* Adobe Analytics, by the tags of Adobe Experience Platform. */

services.set('adobe', ({ launchUrl = '' }) => loadScript(launchUrl));

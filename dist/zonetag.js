"use strict";(()=>{})();
//# sourceMappingURL=zonetag.js.map

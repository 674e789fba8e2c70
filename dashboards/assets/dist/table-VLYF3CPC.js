var K=globalThis,Q=K.ShadowRoot&&(K.ShadyCSS===void 0||K.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Le=Symbol(),De=new WeakMap,J=class{constructor(e,t,s){if(this._$cssResult$=!0,s!==Le)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(Q&&e===void 0){let s=t!==void 0&&t.length===1;s&&(e=De.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),s&&De.set(t,e))}return e}toString(){return this.cssText}},Ie=i=>new J(typeof i=="string"?i:i+"",void 0,Le);var Ne=(i,e)=>{if(Q)i.adoptedStyleSheets=e.map(t=>t instanceof CSSStyleSheet?t:t.styleSheet);else for(let t of e){let s=document.createElement("style"),n=K.litNonce;n!==void 0&&s.setAttribute("nonce",n),s.textContent=t.cssText,i.appendChild(s)}},ae=Q?i=>i:i=>i instanceof CSSStyleSheet?(e=>{let t="";for(let s of e.cssRules)t+=s.cssText;return Ie(t)})(i):i;var{is:Qt,defineProperty:Yt,getOwnPropertyDescriptor:Xt,getOwnPropertyNames:Zt,getOwnPropertySymbols:es,getPrototypeOf:ts}=Object,Y=globalThis,je=Y.trustedTypes,ss=je?je.emptyScript:"",is=Y.reactiveElementPolyfillSupport,H=(i,e)=>i,oe={toAttribute(i,e){switch(e){case Boolean:i=i?ss:null;break;case Object:case Array:i=i==null?i:JSON.stringify(i)}return i},fromAttribute(i,e){let t=i;switch(e){case Boolean:t=i!==null;break;case Number:t=i===null?null:Number(i);break;case Object:case Array:try{t=JSON.parse(i)}catch{t=null}}return t}},He=(i,e)=>!Qt(i,e),Be={attribute:!0,type:String,converter:oe,reflect:!1,useDefault:!1,hasChanged:He};Symbol.metadata??=Symbol("metadata"),Y.litPropertyMetadata??=new WeakMap;var E=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=Be){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let s=Symbol(),n=this.getPropertyDescriptor(e,s,t);n!==void 0&&Yt(this.prototype,e,n)}}static getPropertyDescriptor(e,t,s){let{get:n,set:r}=Xt(this.prototype,e)??{get(){return this[t]},set(o){this[t]=o}};return{get:n,set(o){let c=n?.call(this);r?.call(this,o),this.requestUpdate(e,c,s)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Be}static _$Ei(){if(this.hasOwnProperty(H("elementProperties")))return;let e=ts(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(H("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(H("properties"))){let t=this.properties,s=[...Zt(t),...es(t)];for(let n of s)this.createProperty(n,t[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[s,n]of t)this.elementProperties.set(s,n)}this._$Eh=new Map;for(let[t,s]of this.elementProperties){let n=this._$Eu(t,s);n!==void 0&&this._$Eh.set(n,t)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let s=new Set(e.flat(1/0).reverse());for(let n of s)t.unshift(ae(n))}else e!==void 0&&t.push(ae(e));return t}static _$Eu(e,t){let s=t.attribute;return s===!1?void 0:typeof s=="string"?s:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let s of t.keys())this.hasOwnProperty(s)&&(e.set(s,this[s]),delete this[s]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Ne(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,s){this._$AK(e,s)}_$ET(e,t){let s=this.constructor.elementProperties.get(e),n=this.constructor._$Eu(e,s);if(n!==void 0&&s.reflect===!0){let r=(s.converter?.toAttribute!==void 0?s.converter:oe).toAttribute(t,s.type);this._$Em=e,r==null?this.removeAttribute(n):this.setAttribute(n,r),this._$Em=null}}_$AK(e,t){let s=this.constructor,n=s._$Eh.get(e);if(n!==void 0&&this._$Em!==n){let r=s.getPropertyOptions(n),o=typeof r.converter=="function"?{fromAttribute:r.converter}:r.converter?.fromAttribute!==void 0?r.converter:oe;this._$Em=n;let c=o.fromAttribute(t,r.type);this[n]=c??this._$Ej?.get(n)??c,this._$Em=null}}requestUpdate(e,t,s,n=!1,r){if(e!==void 0){let o=this.constructor;if(n===!1&&(r=this[e]),s??=o.getPropertyOptions(e),!((s.hasChanged??He)(r,t)||s.useDefault&&s.reflect&&r===this._$Ej?.get(e)&&!this.hasAttribute(o._$Eu(e,s))))return;this.C(e,t,s)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,t,{useDefault:s,reflect:n,wrapped:r},o){s&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,o??t??this[e]),r!==!0||o!==void 0)||(this._$AL.has(e)||(this.hasUpdated||s||(t=void 0),this._$AL.set(e,t)),n===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(t){Promise.reject(t)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[n,r]of this._$Ep)this[n]=r;this._$Ep=void 0}let s=this.constructor.elementProperties;if(s.size>0)for(let[n,r]of s){let{wrapped:o}=r,c=this[n];o!==!0||this._$AL.has(n)||c===void 0||this.C(n,void 0,r,c)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(s=>s.hostUpdate?.()),this.update(t)):this._$EM()}catch(s){throw e=!1,this._$EM(),s}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),this._$EM()}updated(e){}firstUpdated(e){}};E.elementStyles=[],E.shadowRootOptions={mode:"open"},E[H("elementProperties")]=new Map,E[H("finalized")]=new Map,is?.({ReactiveElement:E}),(Y.reactiveElementVersions??=[]).push("2.1.2");var me=globalThis,Ue=i=>i,X=me.trustedTypes,Ve=X?X.createPolicy("lit-html",{createHTML:i=>i}):void 0,Ke="$lit$",T=`lit$${Math.random().toFixed(9).slice(2)}$`,Je="?"+T,ns=`<${Je}>`,A=document,V=()=>A.createComment(""),q=i=>i===null||typeof i!="object"&&typeof i!="function",fe=Array.isArray,rs=i=>fe(i)||typeof i?.[Symbol.iterator]=="function",le=`[ 	
\f\r]`,U=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,qe=/-->/g,Fe=/>/g,x=RegExp(`>|${le}(?:([^\\s"'>=/]+)(${le}*=${le}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),We=/'/g,ze=/"/g,Qe=/^(?:script|style|textarea|title)$/i,ge=i=>(e,...t)=>({_$litType$:i,strings:e,values:t}),a=ge(1),P=ge(2),vi=ge(3),R=Symbol.for("lit-noChange"),l=Symbol.for("lit-nothing"),Ge=new WeakMap,S=A.createTreeWalker(A,129);function Ye(i,e){if(!fe(i)||!i.hasOwnProperty("raw"))throw Error("invalid template strings array");return Ve!==void 0?Ve.createHTML(e):e}var as=(i,e)=>{let t=i.length-1,s=[],n,r=e===2?"<svg>":e===3?"<math>":"",o=U;for(let c=0;c<t;c++){let d=i[c],h,m,p=-1,v=0;for(;v<d.length&&(o.lastIndex=v,m=o.exec(d),m!==null);)v=o.lastIndex,o===U?m[1]==="!--"?o=qe:m[1]!==void 0?o=Fe:m[2]!==void 0?(Qe.test(m[2])&&(n=RegExp("</"+m[2],"g")),o=x):m[3]!==void 0&&(o=x):o===x?m[0]===">"?(o=n??U,p=-1):m[1]===void 0?p=-2:(p=o.lastIndex-m[2].length,h=m[1],o=m[3]===void 0?x:m[3]==='"'?ze:We):o===ze||o===We?o=x:o===qe||o===Fe?o=U:(o=x,n=void 0);let y=o===x&&i[c+1].startsWith("/>")?" ":"";r+=o===U?d+ns:p>=0?(s.push(h),d.slice(0,p)+Ke+d.slice(p)+T+y):d+T+(p===-2?c:y)}return[Ye(i,r+(i[t]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),s]},F=class i{constructor({strings:e,_$litType$:t},s){let n;this.parts=[];let r=0,o=0,c=e.length-1,d=this.parts,[h,m]=as(e,t);if(this.el=i.createElement(h,s),S.currentNode=this.el.content,t===2||t===3){let p=this.el.content.firstChild;p.replaceWith(...p.childNodes)}for(;(n=S.nextNode())!==null&&d.length<c;){if(n.nodeType===1){if(n.hasAttributes())for(let p of n.getAttributeNames())if(p.endsWith(Ke)){let v=m[o++],y=n.getAttribute(p).split(T),O=/([.?@])?(.*)/.exec(v);d.push({type:1,index:r,name:O[2],strings:y,ctor:O[1]==="."?de:O[1]==="?"?ue:O[1]==="@"?he:L}),n.removeAttribute(p)}else p.startsWith(T)&&(d.push({type:6,index:r}),n.removeAttribute(p));if(Qe.test(n.tagName)){let p=n.textContent.split(T),v=p.length-1;if(v>0){n.textContent=X?X.emptyScript:"";for(let y=0;y<v;y++)n.append(p[y],V()),S.nextNode(),d.push({type:2,index:++r});n.append(p[v],V())}}}else if(n.nodeType===8)if(n.data===Je)d.push({type:2,index:r});else{let p=-1;for(;(p=n.data.indexOf(T,p+1))!==-1;)d.push({type:7,index:r}),p+=T.length-1}r++}}static createElement(e,t){let s=A.createElement("template");return s.innerHTML=e,s}};function D(i,e,t=i,s){if(e===R)return e;let n=s!==void 0?t._$Co?.[s]:t._$Cl,r=q(e)?void 0:e._$litDirective$;return n?.constructor!==r&&(n?._$AO?.(!1),r===void 0?n=void 0:(n=new r(i),n._$AT(i,t,s)),s!==void 0?(t._$Co??=[])[s]=n:t._$Cl=n),n!==void 0&&(e=D(i,n._$AS(i,e.values),n,s)),e}var ce=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:s}=this._$AD,n=(e?.creationScope??A).importNode(t,!0);S.currentNode=n;let r=S.nextNode(),o=0,c=0,d=s[0];for(;d!==void 0;){if(o===d.index){let h;d.type===2?h=new W(r,r.nextSibling,this,e):d.type===1?h=new d.ctor(r,d.name,d.strings,this,e):d.type===6&&(h=new pe(r,this,e)),this._$AV.push(h),d=s[++c]}o!==d?.index&&(r=S.nextNode(),o++)}return S.currentNode=A,n}p(e){let t=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(e,s,t),t+=s.strings.length-2):s._$AI(e[t])),t++}},W=class i{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,s,n){this.type=2,this._$AH=l,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=s,this.options=n,this._$Cv=n?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=D(this,e,t),q(e)?e===l||e==null||e===""?(this._$AH!==l&&this._$AR(),this._$AH=l):e!==this._$AH&&e!==R&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):rs(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==l&&q(this._$AH)?this._$AA.nextSibling.data=e:this.T(A.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:s}=e,n=typeof s=="number"?this._$AC(e):(s.el===void 0&&(s.el=F.createElement(Ye(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===n)this._$AH.p(t);else{let r=new ce(n,this),o=r.u(this.options);r.p(t),this.T(o),this._$AH=r}}_$AC(e){let t=Ge.get(e.strings);return t===void 0&&Ge.set(e.strings,t=new F(e)),t}k(e){fe(this._$AH)||(this._$AH=[],this._$AR());let t=this._$AH,s,n=0;for(let r of e)n===t.length?t.push(s=new i(this.O(V()),this.O(V()),this,this.options)):s=t[n],s._$AI(r),n++;n<t.length&&(this._$AR(s&&s._$AB.nextSibling,n),t.length=n)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let s=Ue(e).nextSibling;Ue(e).remove(),e=s}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},L=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,s,n,r){this.type=1,this._$AH=l,this._$AN=void 0,this.element=e,this.name=t,this._$AM=n,this.options=r,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=l}_$AI(e,t=this,s,n){let r=this.strings,o=!1;if(r===void 0)e=D(this,e,t,0),o=!q(e)||e!==this._$AH&&e!==R,o&&(this._$AH=e);else{let c=e,d,h;for(e=r[0],d=0;d<r.length-1;d++)h=D(this,c[s+d],t,d),h===R&&(h=this._$AH[d]),o||=!q(h)||h!==this._$AH[d],h===l?e=l:e!==l&&(e+=(h??"")+r[d+1]),this._$AH[d]=h}o&&!n&&this.j(e)}j(e){e===l?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},de=class extends L{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===l?void 0:e}},ue=class extends L{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==l)}},he=class extends L{constructor(e,t,s,n,r){super(e,t,s,n,r),this.type=5}_$AI(e,t=this){if((e=D(this,e,t,0)??l)===R)return;let s=this._$AH,n=e===l&&s!==l||e.capture!==s.capture||e.once!==s.once||e.passive!==s.passive,r=e!==l&&(s===l||n);n&&this.element.removeEventListener(this.name,this,s),r&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},pe=class{constructor(e,t,s){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(e){D(this,e)}};var os=me.litHtmlPolyfillSupport;os?.(F,W),(me.litHtmlVersions??=[]).push("3.3.3");var Xe=(i,e,t)=>{let s=t?.renderBefore??e,n=s._$litPart$;if(n===void 0){let r=t?.renderBefore??null;s._$litPart$=n=new W(e.insertBefore(V(),r),r,void 0,t??{})}return n._$AI(i),n};var ve=globalThis,f=class extends E{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=Xe(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return R}};f._$litElement$=!0,f.finalized=!0,ve.litElementHydrateSupport?.({LitElement:f});var ls=ve.litElementPolyfillSupport;ls?.({LitElement:f});(ve.litElementVersions??=[]).push("4.2.2");var cs=8,$e=class extends f{static properties={cards:{attribute:!1},recent:{attribute:!1},kind:{type:String},listed:{type:Boolean},label:{type:String},picked:{attribute:!1},search:{state:!0},all:{state:!0}};constructor(){super(),this.cards=[],this.recent=[],this.kind="",this.listed=!1,this.label="Card",this.picked=null,this.search="",this.all=!1}createRenderRoot(){return this}render(){if(this.picked){let s=this.picked.card?.name??this.picked.hand?.name??"";return a`<div class="picked">
        <span>${s}${this.picked.hand?a` <em>typed by hand</em>`:l}</span>
        <button type="button" class="small" @click=${()=>this.pick(null)}>Another card</button>
      </div>`}let e=this.found(),t=this.all||this.search!==""?e:e.slice(0,cs);return a`<label class="field">
        <span>${this.label}</span>
        <input type="search" autocomplete="off" placeholder="Type a part of the name" .value=${this.search} @input=${this.typed} @keydown=${this.key} />
      </label>
      <ul class="picks">
        ${t.map(s=>a`<li><button type="button" class="pick" data-card=${s.code} @click=${()=>this.pick({card:s})}>${this.line(s)}</button></li>`)}
        ${t.length<e.length?a`<li><button type="button" class="pick quiet" @click=${()=>this.all=!0}>All ${e.length} cards</button></li>`:l}
        ${this.search.trim()!==""&&!this.listed?a`<li><button type="button" class="pick quiet" @click=${this.byHand}>Not in the list: use “${this.search.trim()}”</button></li>`:l}
      </ul>`}line(e){if(!this.cards.some(s=>s.siege!=null))return a`<span>${e.name}</span> <small>${e.kind}</small>`;let t=e.siege==null?"siege not known":e.siege===0?"no siege":`siege ${e.siege}`;return a`<span>${e.name}</span> <small>${e.kind==="treachery"?"treachery":t}</small>`}found(){let e=Ze(this.search.trim()),t=s=>{let n=this.recent.indexOf(s.name);return n<0?this.recent.length:n};return this.cards.filter(s=>(this.kind===""||s.kind===this.kind)&&Ze(s.name).includes(e)).sort((s,n)=>t(s)-t(n)||s.name.localeCompare(n.name))}typed(e){this.search=e.target.value}key(e){if(e.key!=="Enter")return;e.preventDefault();let t=this.found();this.search.trim()!==""&&t[0]?this.pick({card:t[0]}):this.search.trim()!==""&&!this.listed&&this.byHand()}byHand(){let e=this.search.trim().slice(0,80);this.pick({hand:{name:e,kind:this.kind||"enemy"}})}pick(e){this.search="",this.dispatchEvent(new CustomEvent("picked",{detail:e}))}};function Ze(i){return i.normalize("NFD").replace(/\p{M}/gu,"").toLocaleLowerCase()}customElements.define("muster-cards",$e);var ds=450,us=140,ye=class extends f{static properties={label:{type:String},value:{type:Number},min:{type:Number},max:{type:Number},empty:{type:String},waiting:{type:Boolean},disabled:{type:Boolean}};hold=0;held=!1;constructor(){super(),this.label="",this.value=0,this.min=0,this.max=99,this.empty="",this.waiting=!1,this.disabled=!1}createRenderRoot(){return this}disconnectedCallback(){super.disconnectedCallback(),this.release()}render(){return this.disabled?a`<strong class="fixed"><span class="unseen">${this.label}: </span>${this.value??(this.empty||"0")}</strong>`:a`<div class="stepper ${this.waiting?"is-waiting":""}" role="group" aria-label=${this.label}>
      ${this.button(-1,"−",`${this.label}: one less`)}
      <input
        inputmode="numeric"
        autocomplete="off"
        aria-label=${this.waiting?`${this.label}, not sent yet`:this.label}
        placeholder=${this.empty||l}
        .value=${this.value===null?"":String(this.value)}
        @focus=${e=>e.target.select()}
        @change=${this.typed}
      />
      ${this.button(1,"+",`${this.label}: one more`)}
    </div>`}button(e,t,s){let n=this.value??0,r=e<0?n<=this.min:n>=this.max;return a`<button
      type="button"
      aria-label=${s}
      ?disabled=${r}
      @click=${()=>this.tap(e)}
      @pointerdown=${()=>this.press(e)}
      @pointerup=${this.release}
      @pointerleave=${this.release}
      @pointercancel=${this.release}
      @contextmenu=${o=>o.preventDefault()}
    >
      ${t}
    </button>`}tap(e){this.held?this.held=!1:this.step(e)}press(e){this.release(),this.held=!1,this.hold=window.setTimeout(()=>{this.held=!0,this.hold=window.setInterval(()=>this.step(e),us)},ds)}release(){clearTimeout(this.hold),clearInterval(this.hold)}step(e){let t=(this.value??0)+e;if(t<this.min||t>this.max)return this.release();this.dispatchEvent(new CustomEvent("by",{detail:e}))}typed(e){let t=e.target,s=t.value.trim().replace("−","-"),n=Number(s);if(s===""||!Number.isInteger(n)||n<this.min||n>this.max){t.value=this.value===null?"":String(this.value);return}this.dispatchEvent(new CustomEvent("to",{detail:n}))}};customElements.define("muster-stepper",ye);var be=class extends f{static properties={label:{type:String},count:{type:Number},cards:{attribute:!1},rows:{state:!0}};constructor(){super(),this.label="",this.count=0,this.cards=[],this.rows=[]}createRenderRoot(){return this}willUpdate(e){e.has("count")&&this.rows.length!==this.count&&(this.rows=Array.from({length:this.count},()=>({icons:0})),queueMicrotask(()=>this.tell()))}render(){let e=this.rows.reduce((t,s)=>t+s.icons,0);return a`<fieldset class="choices eyes">
      <legend>${this.label}</legend>
      <p class="hint" aria-live="polite"><strong>${e}</strong> ${e===1?"Eye":"Eyes"} on ${this.count} ${this.count===1?"card":"cards"}</p>
      <datalist id="eye-cards">${this.cards.map(t=>a`<option value=${t.name}>${t.icons?`${t.icons} Eyes`:"no Eye"}</option>`)}</datalist>
      ${this.rows.map((t,s)=>this.row(t,s))}
    </fieldset>`}row(e,t){return a`<div class="eyerow">
      <input
        type="text"
        list="eye-cards"
        autocomplete="off"
        maxlength="80"
        aria-label=${`Name of card ${t+1}`}
        placeholder=${`Card ${t+1}, by name`}
        .value=${e.card??""}
        @change=${s=>this.named(t,s.target.value.trim())}
      />
      <muster-stepper
        .label=${`Eyes on card ${t+1}`}
        .value=${e.icons}
        .max=${9}
        @by=${s=>this.set(t,{...e,icons:e.icons+s.detail})}
        @to=${s=>this.set(t,{...e,icons:s.detail})}
      ></muster-stepper>
    </div>`}named(e,t){let s=this.cards.find(r=>r.name.toLocaleLowerCase()===t.toLocaleLowerCase()),n=s?s.icons??0:this.rows[e].icons;this.set(e,t===""?{icons:n}:{card:s?.name??t,icons:n})}set(e,t){this.rows=this.rows.map((s,n)=>n===e?t:s),this.tell()}tell(){this.dispatchEvent(new CustomEvent("eyes",{detail:this.rows}))}};customElements.define("muster-eyes",be);var hs={waiting:P`<path d="M4 2h8v3l-3 3 3 3v3H4v-3l3-3-3-3z"/>`,done:P`<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.5 8.2l2.4 2.4 4.6-5"/>`,offline:P`<path d="M8 1.5l7 13H1z"/><path class="cut" d="M8 6v4m0 1.6v1.2"/>`,danger:P`<path d="M8 0.8l7.2 7.2L8 15.2 0.8 8z"/><path class="cut" d="M8 4.4v4.2m0 1.4v1.4"/>`,eye:P`<path class="line" d="M1 8c2.600-4 4.600-5 7-5s4.400 1 7 5c-2.600 4-4.600 5-7 5s-4.400-1-7-5z"/><path d="M8 3.500c2 3 2 6 0 9-2-3-2-6 0-9z"/>`,locked:P`<path d="M3 7h10v7H3z"/><path class="line" d="M5 7V5a3 3 0 0 1 6 0v2"/>`};function u(i){return a`<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">${hs[i]}</svg>`}function z(i){return new Intl.DateTimeFormat(void 0,{hour:"2-digit",minute:"2-digit",hour12:!1}).format(new Date(i))}function Z(i){let e=Math.max(0,Math.floor(i/1e3)),t=n=>String(n).padStart(2,"0"),s=Math.floor(e/3600);return s>0?`${s}:${t(Math.floor(e/60)%60)}:${t(e%60)}`:`${Math.floor(e/60)}:${t(e%60)}`}function G(i){return i<0?`−${-i}`:`+${i}`}function g(i){return i.replace(/^facts\/game-facts\.md, "[\d.]+ (.+)"$/,'Game facts, "$1"')}var ps=["Leadership","Tactics","Spirit","Lore","Fellowship"],ms=400,we=class extends f{static properties={asked:{attribute:!1},cards:{attribute:!1},recent:{attribute:!1},busy:{type:Boolean},values:{state:!0},hits:{state:!0},several:{state:!0},icons:{state:!0},heroes:{state:!0},final:{state:!0},ready:{state:!0}};picks=new Map;constructor(){super(),this.cards=[],this.recent=[],this.busy=!1,this.values=new Map,this.hits=new Map,this.several=new Map,this.icons=[],this.heroes=[],this.final=null,this.ready=!0}createRenderRoot(){return this}willUpdate(e){let t=e.get("asked");if(!(!e.has("asked")||t?.id===this.asked.id)){this.values=new Map,this.hits=new Map,this.several=new Map,this.icons=[],this.heroes=this.asked.heroes??[],this.picks=new Map;for(let s of this.asked.inputs){s.kind==="number"&&!s.optional&&this.put(s.field,tt(s,s.start??s.min??0));let n=(s.choices??[]).filter(r=>!r.disabled);s.choices?.length&&n.length===1&&!s.optional&&this.put(s.field,et(n[0]))}this.final=null,this.asked.sure?.length&&this.asked.inputs.length===0&&this.askOnce({data:structuredClone(this.asked.data),words:this.asked.label})}}askOnce(e){this.final=e,this.ready=!1,window.setTimeout(()=>this.ready=!0,ms)}updated(e){e.has("ready")&&this.ready&&this.final&&this.querySelector("[data-back]")?.focus()}sure(e){let t=()=>this.asked.inputs.length===0?this.dispatchEvent(new Event("cancel")):this.final=null,s=this.busy||!this.ready;return a`<div class="sure">
      ${e.words===this.asked.label?l:a`<p><strong>${e.words}</strong></p>`}
      <div class="consequence" role="status">${(this.asked.sure??[]).map(n=>a`<p>${n}</p>`)}</div>
      ${this.asked.section?a`<p class="rule">${g(this.asked.section)}</p>`:l}
      <div class="bigs">
        <button type="button" class="big quiet" data-back ?disabled=${!this.ready} @click=${t}>Back</button>
        <button type="button" class="big main" data-yes ?disabled=${s} @click=${()=>this.fire(e)}>Yes</button>
      </div>
    </div>`}render(){let e=this.asked;return this.final?this.sure(this.final):a`<form @submit=${this.submit} novalidate>
      ${e.hint?a`<p class="hint">${e.hint}</p>`:l}
      ${this.order().map(t=>this.input(t))}
      ${e.confirm?.length?a`<ul class="confirm">${e.confirm.map(t=>a`<li>${t}</li>`)}</ul>`:l}
      ${e.section?a`<p class="rule">${g(e.section)}</p>`:l}
      <div class="row">
        <button type="button" class="quiet" @click=${()=>this.dispatchEvent(new Event("cancel"))}>Cancel</button>
        <button class="main" data-submit ?disabled=${this.busy||!this.complete()}>${e.label}</button>
      </div>
    </form>`}order(){let e=this.asked.inputs.filter(t=>this.wanted(t));return this.byName()?e.sort((t,s)=>+(s.kind==="character")-+(t.kind==="character")):e}wanted(e){let t=this.asked.inputs.filter(I);if(I(e)&&e.kind!=="card"&&e.optional&&!e.choices?.length)return!1;if(e.kind==="card")return!t.some(n=>n!==e&&n.optional&&this.values.has(n.field));let s=this.picks.size>0;return e.field==="siege"&&t.length>0?s||t.some(n=>this.values.has(n.field)):e.kind==="table"&&t.some(n=>n.kind==="card")?s:e.field==="player"&&e.optional&&this.asked.inputs.some(n=>n.kind==="character")?this.byName():!0}byName(){let e=this.asked.inputs.find(s=>s.kind==="character"),t=e&&this.values.get(e.field);return!!t&&!t.data}input(e){switch(e.kind){case"number":return this.number(e);case"text":return this.text(e);case"flag":return this.flag(e);case"card":return this.card(e);case"hits":return this.archery(e);case"heroes":return this.heroForm(e);case"several":return this.many(e);case"icons":return a`<muster-eyes .label=${e.label} .count=${e.max??0} .cards=${this.cards} @eyes=${t=>this.icons=t.detail}></muster-eyes>`;case"character":return a`${this.choice(e)}${this.text({...e,label:"Another character, by name",max:80},!0)}`;default:return this.choice(e)}}number(e){let t=this.values.get(e.field)?.value,s=e.field==="siege"?this.printed():void 0,n=t??s??null,r=o=>this.put(e.field,tt(e,o));return a`<div class="field">
      <span>${e.label}${e.optional&&n===null?a` <small>${e.field==="siege"?"not known: read it off the card":"(worked out unless you type it)"}</small>`:l}</span>
      <muster-stepper
        .label=${e.label}
        .value=${n}
        .min=${e.min??0}
        .max=${e.max??99}
        .empty=${"?"}
        @by=${o=>r((n??e.start??0)+o.detail)}
        @to=${o=>r(o.detail)}
      ></muster-stepper>
    </div>`}text(e,t=!1){let s=this.values.get(e.field),n=t&&s?.data?"":String(s?.value??""),r=o=>{let c=o.target.value.trim().slice(0,e.max||120);c===""?this.drop(e.field):this.put(e.field,{value:c,words:c})};return a`<label class="field">
      <span>${e.label}${e.optional?a` <small>(may stay empty)</small>`:l}</span>
      <input type="text" autocomplete="off" maxlength=${e.max||120} .value=${n} @input=${r} />
    </label>`}flag(e){let t=this.values.get(e.field)?.value===!0;return a`<label class="flag"><input type="checkbox" .checked=${t} @change=${()=>t?this.drop(e.field):this.put(e.field,{value:!0,words:e.label})} /><span>${e.label}</span></label>`}choice(e){let t=this.values.get(e.field),s=r=>{I(e)&&this.clearPieces(),this.put(e.field,et(r)),this.isOneTap(e)&&this.give()},n=e.choices?.length?l:a`<p class="hint">There is none in play.</p>`;return a`<fieldset class="choices">
      <legend>${e.label}${e.optional&&!I(e)?a` <small>(optional)</small>`:l}</legend>
      ${n}
      ${(e.choices??[]).map(r=>{let o=it(t?.value,r.value)&&it(t?.data,r.data);return a`<button
          type="button"
          class="choice"
          aria-pressed=${o?"true":"false"}
          ?disabled=${r.disabled||this.busy}
          data-value=${st(r.value)}
          @click=${()=>o&&e.optional?this.drop(e.field):s(r)}
        >
          <span>${r.label}</span>${r.why?a`<small>${r.why}</small>`:l}${o?u("done"):l}
        </button>`})}
    </fieldset>`}card(e){let t=s=>{this.clearPieces(),s.detail?this.picks.set(e.field,s.detail):this.picks.delete(e.field);let n=s.detail;n?.card?this.put(e.field,{value:n.card.code||n.card.name,words:n.card.name}):n?.hand&&this.put("hand",{value:n.hand,words:n.hand.name}),this.requestUpdate()};return a`<muster-cards
      .cards=${this.cards}
      .recent=${this.recent}
      .kind=${e.cardKind??""}
      .listed=${e.listed??!1}
      .label=${e.label}
      .picked=${this.picks.get(e.field)??null}
      @picked=${t}
    ></muster-cards>`}archery(e){let t=e.max??0,s=[...this.hits.values()].reduce((r,o)=>r+o,0),n=(r,o)=>{this.hits=new Map(this.hits).set(r,Math.max(0,o))};return a`<fieldset class="choices">
      <legend>${e.label}</legend>
      <p class="hint" aria-live="polite"><strong>${s} of ${t}</strong> assigned</p>
      ${(e.choices??[]).map((r,o)=>{let c=this.hits.get(o)??0;return a`<div class="field">
          <span>${r.label}${r.why?a` <small>${r.why}</small>`:l}</span>
          <muster-stepper
            .label=${`Damage to ${r.label}`}
            .value=${c}
            .max=${c+Math.max(0,t-s)}
            .disabled=${r.disabled??!1}
            @by=${d=>n(o,c+d.detail)}
            @to=${d=>n(o,d.detail)}
          ></muster-stepper>
        </div>`})}
    </fieldset>`}many(e){let t=this.several.get(e.field)??new Set,s=n=>{let r=new Set(t);r.delete(n)||r.add(n),this.several=new Map(this.several).set(e.field,r)};return a`<fieldset class="choices">
      <legend>${e.label}${e.optional?a` <small>(optional)</small>`:l}</legend>
      ${e.choices?.length?l:a`<p class="hint">There is none in play.</p>`}
      ${(e.choices??[]).map((n,r)=>a`<button
          type="button"
          class="choice"
          aria-pressed=${t.has(r)?"true":"false"}
          ?disabled=${n.disabled||this.busy}
          data-value=${st(n.value)}
          @click=${()=>s(r)}
        >
          <span>${n.label}</span>${n.why?a`<small>${n.why}</small>`:l}${t.has(r)?u("done"):l}
        </button>`)}
    </fieldset>`}heroForm(e){let t=e.full?4:3,s=Array.from({length:t},(r,o)=>this.heroes[o]??{title:"",threat:0,hitPoints:0}),n=(r,o)=>{this.heroes=s.map((c,d)=>d===r?{...c,...o}:c)};return a`${s.map((r,o)=>a`<fieldset class="hero">
        <legend>Hero ${o+1}</legend>
        <label class="field">
          <span>Name on the card</span>
          <input type="text" autocomplete="off" maxlength="80" .value=${r.title} @input=${c=>n(o,{title:c.target.value})} />
        </label>
        <div class="field">
          <span>Threat cost</span>
          <muster-stepper .label=${`Threat cost of hero ${o+1}`} .value=${r.threat} .max=${20} @by=${c=>n(o,{threat:r.threat+c.detail})} @to=${c=>n(o,{threat:c.detail})}></muster-stepper>
        </div>
        <div class="field">
          <span>Hit points</span>
          <muster-stepper .label=${`Hit points of hero ${o+1}`} .value=${r.hitPoints} .max=${20} @by=${c=>n(o,{hitPoints:r.hitPoints+c.detail})} @to=${c=>n(o,{hitPoints:c.detail})}></muster-stepper>
        </div>
        ${e.full?this.heroNumbers(r,o,c=>n(o,c)):l}
      </fieldset>`)}${e.label?a`<p class="hint">${e.label}</p>`:l}`}heroNumbers(e,t,s){let n=[["willpower","Willpower"],["attack","Attack"],["defense","Defense"]];return a`<label class="field">
        <span>Sphere</span>
        <select .value=${e.sphere??""} @change=${r=>s({sphere:r.target.value})}>
          <option value="">not said</option>
          ${ps.map(r=>a`<option value=${r} ?selected=${e.sphere===r}>${r}</option>`)}
        </select>
      </label>
      ${n.map(([r,o])=>a`<div class="field">
          <span>${o}</span>
          <muster-stepper .label=${`${o} of hero ${t+1}`} .value=${e[r]??0} .max=${20} @by=${c=>s({[r]:(e[r]??0)+c.detail})} @to=${c=>s({[r]:c.detail})}></muster-stepper>
        </div>`)}
      <label class="flag"><input type="checkbox" .checked=${e.ranged??!1} @change=${r=>s({ranged:r.target.checked})} /><span>Ranged</span></label>
      <label class="flag"><input type="checkbox" .checked=${e.sentinel??!1} @change=${r=>s({sentinel:r.target.checked})} /><span>Sentinel</span></label>`}printed(){for(let e of this.picks.values())if(e.card?.siege!=null)return e.card.siege;for(let e of this.values.values()){let t=e.data?.siege;if(typeof t=="number")return t}}isOneTap(e){return this.asked.inputs.length===1&&!e.optional&&e.kind!=="character"&&!this.asked.confirm?.length}complete(){return this.asked.blocked?!1:this.asked.inputs.every(e=>e.kind==="hits"?this.assigned(e):e.kind==="heroes"?this.named().length>0:e.kind==="several"?(this.several.get(e.field)?.size??0)>=(e.optional?0:e.min??1):e.kind==="icons"?this.icons.length===(e.max??0):e.kind==="card"?e.optional||!this.wanted(e)||this.values.has(e.field)||this.values.has("hand"):e.kind==="table"||e.field==="player"&&this.byName()?!this.wanted(e)||this.values.has(e.field):e.kind==="flag"||e.optional?!0:this.values.has(e.field))&&this.somethingToDestroy()}somethingToDestroy(){let e=this.asked.inputs.filter(I);return e.some(t=>t.kind==="card")?e.some(t=>this.values.has(t.field))||this.values.has("hand"):!0}assigned(e){return[...this.hits.values()].reduce((s,n)=>s+n,0)===(e.max??0)||this.values.get("noMore")?.value===!0}named(){return this.heroes.map(e=>Object.fromEntries(Object.entries({...e,title:e.title.trim()}).filter(([t,s])=>["title","threat","hitPoints"].includes(t)||s))).filter(e=>e.title!=="")}clearPieces(){for(let e of this.asked.inputs)I(e)&&this.drop(e.field);this.drop("hand"),this.drop("siege"),this.picks.clear()}put(e,t){this.values=new Map(this.values).set(e,t)}drop(e){let t=new Map(this.values);t.delete(e),this.values=t}submit(e){e.preventDefault(),!this.busy&&this.complete()&&this.give()}give(){let e=structuredClone(this.asked.data??{}),t=[];for(let r of this.asked.inputs)if(r.kind==="hits"&&N(e,r.field,this.hitList(r)),r.kind==="heroes"&&N(e,r.field,this.named()),r.kind==="icons"&&N(e,r.field,this.icons),r.kind==="several"){let o=[...this.several.get(r.field)??[]].sort((c,d)=>c-d).map(c=>r.choices[c]);if(o.length===0)continue;N(e,r.field,o.map(c=>c.value)),t.push(o.map(c=>c.label).join(", "))}for(let[r,o]of this.values){N(e,r,o.value);for(let[c,d]of Object.entries(o.data??{}))c!=="siege"&&N(e,c,d);t.push(o.words)}let s=[...this.picks.values()][0],n={data:e,words:[this.asked.label,...t].join(" · ")};s&&(n.card=s.card?.name??s.hand?.name??""),this.asked.sure?.length?this.askOnce(n):this.fire(n)}fire(e){this.dispatchEvent(new CustomEvent("given",{detail:e}))}hitList(e){let t=[];for(let[s,n]of this.hits){let r=e.choices?.[s];r&&n>0&&t.push({...r.data??{},character:r.value,damage:n})}return t}};function I(i){return i.kind==="card"||i.kind==="enemy"||i.kind==="location"}function et(i){let e={value:i.value,words:i.label};return i.data&&(e.data=i.data),e}function tt(i,e){let t=Math.min(i.max??99,Math.max(i.min??0,e));return{value:t,words:`${i.label.toLocaleLowerCase()} ${t}`}}function st(i){return typeof i!="object"||i===null?String(i):Object.values(i).join(" ")}function it(i,e){return JSON.stringify(i??null)===JSON.stringify(e??null)}function N(i,e,t){let s=e.split("."),n=i;for(let r of s.slice(0,-1))n=n[r]??={};n[s.at(-1)]=t}customElements.define("muster-form",we);var ee=class extends EventTarget{constructor(t,s,n){super();this.stream=t;this.state=s;this.report=n;addEventListener("online",()=>this.restart()),addEventListener("pageshow",r=>r.persisted&&this.restart()),document.addEventListener("visibilitychange",()=>document.hidden?this.stop():this.restart())}stream;state;report;live=!1;heardAt=0;signedOut=!1;asked=!1;abort;timer=0;failures=0;last="";restart(){this.failures=0,this.stop(),this.open()}stop(){clearTimeout(this.timer);let t=this.abort;this.abort=void 0,t?.abort()}async open(){let t=new AbortController;this.abort=t;let s=()=>{this.set(!1),t.abort()},n=setTimeout(()=>t.abort(),8e3),r=()=>{this.heardAt=Date.now(),clearTimeout(n),n=setTimeout(s,25e3)};try{let c={Accept:"text/event-stream"};this.last&&(c["Last-Event-ID"]=this.last);let d=await fetch(`${this.stream}?${this.report()}`,{headers:c,signal:t.signal,cache:"no-store",redirect:"error"});if(d.status===401||d.status===403)return this.refused();if(!d.ok||!d.body)throw new Error(`stream answered ${d.status}`);r(),await this.read(d.body,r)}catch{}finally{clearTimeout(n)}if(this.abort!==t||(this.set(await this.ask()),this.abort!==t))return;let o=Math.min(4e3,1e3*2**Math.min(this.failures++,10));this.timer=window.setTimeout(()=>{this.open()},o*(.5+Math.random()/2))}async ask(){try{let t=await fetch(this.state,{signal:AbortSignal.timeout(8e3),cache:"no-store",redirect:"error"});if(!t.ok)return!1;let s=await t.json();return this.heardAt=Date.now(),this.dispatchEvent(new CustomEvent("view",{detail:s})),!0}catch{return!1}}async read(t,s){let n=t.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{value:o,done:c}=await n.read();if(c)return;s(),this.failures=0,this.set(!0),r+=o.replaceAll("\r","");let d;for(;(d=r.indexOf(`

`))>=0;)this.frame(r.slice(0,d)),r=r.slice(d+2)}}frame(t){let s=[],n="message";for(let r of t.split(`
`)){let o=r.indexOf(":");if(o===0)continue;let[c,d]=o<0?[r,""]:[r.slice(0,o),r.slice(o+1).replace(/^ /,"")];c==="data"?s.push(d):c==="event"?n=d:c==="id"&&(this.last=d)}s.length===0||n!=="view"&&n!=="message"||this.dispatchEvent(new CustomEvent("view",{detail:JSON.parse(s.join(`
`))}))}refused(){this.signedOut=!0,this.set(!1),this.dispatchEvent(new Event("state"))}set(t){this.asked&&t===this.live&&!(t&&this.signedOut)||(this.asked=!0,this.live=t,t&&(this.signedOut=!1),this.dispatchEvent(new Event("state")))}};var M=i=>typeof i=="number"?i:0,fs={"lotr.change-threat.v1":(i,e,t)=>{for(let s of i.players)s.out||e.player&&e.player!==s.player||(typeof e.to=="number"?s.threat=e.to:s.threat>=0&&(s.threat=Math.max(0,s.threat+M(e.by))),t(`threat:${s.player}`))},"lotr.place-progress.v1":(i,e,t)=>{let s=M(e.by),n=M(e.location)||(e.direct?0:i.quest.activeNumber),r=i.locations.find(o=>o.number===n);if(r){let o=r.questPoints>0?r.questPoints-r.progress:s,c=e.location?s:Math.min(s,Math.max(0,o));r.progress=Math.max(0,r.progress+c),r.active&&(i.quest.activeAt=r.progress),t(`location:${r.number}`),s=e.location?0:s-c}s!==0&&(i.quest.progress=Math.max(0,i.quest.progress+s),t("progress"))},"lotr.progress-power.v1":(i,e,t)=>{i.quest.power=Math.max(0,i.quest.power+M(e.by)),t("power")},"lotr.damage-enemy.v1":(i,e,t)=>{let s=i.enemies.find(n=>n.number===e.enemy);s&&(s.damage=Math.max(0,s.damage+M(e.by))),t(`enemy:${String(e.enemy)}`)},"lotr.destroy-enemy.v1":(i,e)=>{let t=i.enemies.find(s=>s.number===e.enemy);t&&(i.enemies=i.enemies.filter(s=>s!==t)),nt(i,t?.name,t?.siege,e)},"lotr.explore-location.v1":(i,e)=>{let t=i.locations.find(s=>s.number===e.location);t&&(i.locations=i.locations.filter(s=>s!==t)),t?.active&&Object.assign(i.quest,{active:"",activeNumber:0,activeAt:0,activeOf:0}),nt(i,t?.name,t?.siege,e)},"lotr.travel.v1":(i,e,t)=>{for(let n of i.locations)n.active=n.number===e.location;let s=i.locations.find(n=>n.active);s&&Object.assign(i.quest,{active:s.name,activeNumber:s.number,activeAt:s.progress,activeOf:s.questPoints}),t(`location:${String(e.location)}`)},"lotr.engage.v1":(i,e,t)=>{let s=i.enemies.find(n=>n.number===e.enemy);s&&(s.engaged=String(e.player),s.engagedName=i.players.find(n=>n.player===s.engaged)?.name??""),t(`enemy:${String(e.enemy)}`)},"lotr.damage-character.v1":(i,e,t)=>{let n=i.players.find(r=>r.player===e.player)?.heroes?.find(r=>r.title===e.character);n&&(n.damage=Math.max(0,n.damage+M(e.by))),t(`hero:${String(e.player)}:${String(e.character)}`)},"lotr.destroy-character.v1":(i,e,t)=>{let n=i.players.find(r=>r.player===e.player)?.heroes?.find(r=>r.title===e.character);n&&(n.dead=!0),t(`hero:${String(e.player)}:${String(e.character)}`)},"lotr.place-tokens.v1":(i,e,t)=>{let s=e.piece,n={resource:"resources",damage:"damage",progress:"progress"}[String(e.token)];if(!s?.kind||!n)return;let o=(s.kind==="objective"?i.objectives:s.kind==="side-quest"?i.sideQuests:s.kind==="location"?i.locations:s.kind==="enemy"?i.enemies:[]).find(c=>c.number===s.number);o&&(o[n]=Math.max(0,(o[n]??0)+M(e.by))),t(`${n}:${s.kind}:${s.number??0}`)},"lotr.tick-trigger.v1":(i,e)=>{for(let t of i.checklist)for(let s of t.items)s.id===e.trigger&&s.state==="due"&&(s.state="done")},"lotr.begin-phase.v1":(i,e,t)=>{let s=i.roundPhases.findIndex(n=>n.phase===e.phase);s<0||(i.roundPhase=String(e.phase),i.roundPhases=i.roundPhases.map((n,r)=>({...n,state:r<s?"done":r===s?"now":"ahead"})),t("phase"))},"group.end-round.v1":(i,e,t)=>{i.ended=!0,t("ended")}};function nt(i,e,t,s){let n=s.hand,o=(typeof s.siege=="number"?s.siege:void 0)??t??n?.siege??null;i.scored=[...i.scored,{item:0,card:e??n?.name??String(s.card??"?"),siege:o}],o===null?i.siege.unknown++:i.siege.round+=o}function rt(i,e){let t=new Set;if(e.length===0)return{view:i,touched:t};let s=structuredClone(i);for(let n of e)n.refused||fs[n.type]?.(s,n.data,r=>t.add(r));return{view:s,touched:t}}function te(i){let e=["players","enemies","locations","scored","victory","lorien","roundPhases","actions","steps","summary","open","toDo","notices","barrier","objectives","sideQuests","checklist","pending"],t={...i};for(let s of e)t[s]=i[s]??[];return t}var gs=new Set(["busy","unavailable","internal","log-damaged"]);async function at(i,e,t){let s=e.map((o,c)=>({id:o.id,...t>0?{n:t+c}:{},...o.round?{round:o.round}:{},type:o.type,data:o.data})),n,r;try{n=await fetch(i,{method:"POST",headers:{"Content-Type":"application/json",Accept:"application/json"},body:JSON.stringify({commands:s}),credentials:"same-origin",redirect:"error",cache:"no-store",signal:AbortSignal.timeout(8e3)}),r=await n.json()}catch{return{answers:[],again:"no-connection"}}return vs(n.status,r??{})}function vs(i,e){let t=Array.isArray(e.answers)?e.answers:[],s=$s(i,e);return i===401?{answers:t,signedOut:!0}:i===413?{answers:t,tooLarge:!0,refused:s}:i===429||i>=500||s&&gs.has(s.code)?{answers:t,again:"server-busy",...s?{why:s.says}:{}}:i===200&&!Array.isArray(e.answers)?{answers:t,again:"no-connection"}:{answers:t,refused:s}}async function ot(i){try{return(await fetch(i,{signal:AbortSignal.timeout(8e3),cache:"no-store",redirect:"error"})).status===401}catch{return!1}}function $s(i,e){let t=e.refused;if(t?.code)return t;if(i<400)return;let s=[e.detail,e.title].find(n=>typeof n=="string"&&n!=="");return{code:String(e.code??`http-${i}`),says:s??`The server answered ${i}.`}}var se=class{constructor(e,t){this.vault=e;this.name=t}vault;name;me=Math.random().toString(36).slice(2);async take(e){if(navigator.locks)return navigator.locks.request(`muster ${this.name}`,{ifAvailable:!0},async t=>(t&&await e(async()=>{}),t!==null));if(!await this.lease())return!1;try{await e(async()=>{await this.lease()})}finally{await this.giveBack()}return!0}async lease(){let e=this.vault.transaction("leases","readwrite"),t=Date.now(),s=await e.store.get(this.name),n=!s||s.holder===this.me||s.until<t||s.until>t+2e4;return n&&await e.store.put({holder:this.me,until:t+2e4},this.name),await e.done,n}async giveBack(){let e=this.vault.transaction("leases","readwrite");(await e.store.get(this.name))?.holder===this.me&&await e.store.delete(this.name),await e.done}};function _(i=Date.now()){let e=crypto.getRandomValues(new Uint8Array(16)),t=Math.max(0,Math.floor(i));for(let n=5;n>=0;n--)e[n]=t%256,t=Math.floor(t/256);e[6]=112|e[6]&15,e[8]=128|e[8]&63;let s=Array.from(e,n=>n.toString(16).padStart(2,"0")).join("");return[s.slice(0,8),s.slice(8,12),s.slice(12,16),s.slice(16,20),s.slice(20)].join("-")}var lt=50,ke=900,ys=3e4;function ct(i,e){return typeof i=="string"?i:i(e)}var ie=class extends EventTarget{constructor(t,s){super();this.vault=t;this.place=s;let n=`${s.gathering}/${s.group}`;this.topic=`${n}/${s.table}`,this.url=`/api/v1/gatherings/${s.gathering}/groups/${s.group}/commands`,this.counter=`${n}|${s.device}`,this.turn=new se(t,n),this.channel.onmessage=()=>{this.reload().then(()=>this.flush())}}vault;place;entries=[];sent=[];sending="idle";why="";topic;url;counter;turn;channel=new BroadcastChannel("muster outbox");running=!1;asked=!1;failures=0;timer=0;limit=lt;shown=0;get refused(){return this.entries.find(t=>t.refused)}async reload(){this.entries=await this.vault.getAllFromIndex("entries","topic",this.topic),this.dispatchEvent(new Event("change"))}async add(t,s,n){let r=Date.now(),o=this.vault.transaction("entries","readwrite",{durability:"strict"}),c=(await o.store.index("topic").openCursor(this.topic,"prev"))?.value,d=_(r);if(n&&c?.merge===n&&c.round===t.round&&c.tries===0&&!c.refused&&r<c.notBefore){d=c.id;let h=Number(c.data.by)+Number(t.data.by);h===0?await o.store.delete(c.seq):await o.store.put({...c,data:{...c.data,by:h},words:ct(s,h),notBefore:r+ke})}else{let h={...t,id:d,topic:this.topic,words:ct(s,Number(t.data.by)),at:r,tries:0,notBefore:n?r+ke:0};n&&(h.merge=n),await o.store.add(h)}return await o.done,await this.changed(),this.flush(),d}async remove(t){let s=this.vault.transaction("entries","readwrite",{durability:"strict"}),n=await s.store.get(t),r=!!n&&n.tries>0&&!n.refused;return await s.store.delete(t),await s.done,await this.changed(),this.flush(),!r}async redo(t){let s=this.vault.transaction("entries","readwrite",{durability:"strict"}),n=await s.store.get(t);n?.refused&&(delete n.refused,await s.store.put({...n,id:_(),tries:0,at:Date.now()})),await s.done,await this.changed(),this.flush()}async first(t,s){let n=this.vault.transaction("entries","readwrite",{durability:"strict"}),r=await n.store.index("topic").getAll(this.topic);for(let d of r)await n.store.delete(d.seq);let o=Date.now(),c={...t,id:_(o),topic:this.topic,words:s,at:o,tries:0,notBefore:0};await n.store.add(c);for(let{seq:d,refused:h,...m}of r)await n.store.add(h?{...m,id:_(),tries:0}:m);await n.done,await this.changed(),this.flush()}seen(t){this.shown=t;let s=this.sent.filter(n=>n.position>t);s.length!==this.sent.length&&(this.sent=s,this.dispatchEvent(new Event("change")))}wake(){this.failures=0,this.flush()}async flush(){if(this.running){this.asked=!0;return}this.running=!0,clearTimeout(this.timer);try{do this.asked=!1,await this.turn.take(t=>this.drain(t))||this.later(1e3);while(this.asked&&this.failures===0)}catch(t){console.warn("outbox",t),this.retry("server-busy")}finally{this.running=!1}}async drain(t){for(let s=0;s<1e3;s++){await t();let n=await this.claim();if(n.length===0)return;this.say("sending");let r=await this.vault.get("counters",this.counter)??0,o=await at(this.url,n,this.place.device?r+1:0);if(!await this.settle(n,o,r))return}}async claim(){let t=this.vault.transaction("entries","readwrite",{durability:"strict"}),s=await t.store.index("topic").getAll(this.topic),n=[],r=Date.now();for(let o of s){if(o.refused||n.length===this.limit)break;if(o.notBefore>r&&o.notBefore<=r+ke){this.later(o.notBefore-r);break}n.push({...o,tries:o.tries+1})}for(let o of n)await t.store.put(o);return await t.done,n.length===0&&this.sending!=="signed-out"&&this.say("idle"),n}async settle(t,s,n){return await this.taken(t,s,n),s.signedOut?(this.say("signed-out"),!1):(this.why=s.why??"",s.again?(this.retry(s.again),!1):s.tooLarge&&t.length>1?(this.limit=Math.ceil(t.length/2),!0):(this.limit=lt,s.refused?this.refuse(t[s.answers.length],s.refused,n+s.answers.length):(this.failures=0,!0)))}async taken(t,s,n){if(s.answers.length===0)return;let r=this.vault.transaction(["entries","counters"],"readwrite",{durability:"strict"});for(let o of s.answers){let c=t.find(d=>d.id===o.id);c&&(await r.objectStore("entries").delete(c.seq),o.position>this.shown&&(this.sent=[...this.sent,{entry:c,position:o.position}]))}await r.objectStore("counters").put(n+s.answers.length,this.counter),await r.done,await this.changed()}async refuse(t,s,n){if(s.code==="device-gap"||s.code==="device-repeat")return this.renumber(s,n);if(this.failures=0,!t)return!1;if(s.code==="not-allowed"&&await ot(`/t/${this.topic}/state`))return this.say("signed-out"),!1;let r=this.vault.transaction("entries","readwrite",{durability:"strict"});return await r.store.get(t.seq)&&await r.store.put({...t,refused:s}),await r.done,this.say("idle"),await this.changed(),!1}async renumber(t,s){return this.failures++,this.failures>5?(this.retry("server-busy"),!1):(await this.vault.put("counters",t.wantN?t.wantN-1:s+1e3,this.counter),!0)}retry(t){this.say(t),this.failures++;let s=Math.min(ys,1e3*2**Math.min(this.failures-1,10));this.later(s*(.5+Math.random()/2))}later(t){clearTimeout(this.timer),this.timer=window.setTimeout(()=>{this.flush()},t)}say(t){t!==this.sending&&(this.sending=t,this.dispatchEvent(new Event("change")))}async changed(){await this.reload(),this.channel.postMessage(this.topic)}};var dt=2e4,ut=1<<20,Ee=class extends f{static properties={post:{attribute:!1},player:{attribute:!1},live:{type:Boolean},why:{attribute:!1},printed:{state:!0},chosen:{state:!0},text:{state:!0},report:{state:!0},wrong:{state:!0},busy:{state:!0},threat:{state:!0}};request="";constructor(){super(),this.live=!1,this.printed=[],this.chosen="",this.text="",this.report=null,this.wrong="",this.busy=!1,this.threat=-1}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),this.list()}updated(e){e.has("live")&&this.live&&this.printed.length===0&&this.list(),e.has("report")&&this.report&&(this.querySelector("[data-report]")?.focus({preventScroll:!0}),this.closest("dialog")?.scrollTo(0,0))}async list(){try{let e=await fetch("/api/v1/decks",{signal:AbortSignal.timeout(dt),redirect:"error"});e.ok&&(this.printed=(await e.json()).decks)}catch{}}render(){return this.report?this.result(this.report):this.choice()}choice(){return a`<form novalidate @submit=${this.check}>
      <fieldset class="choices">
        <legend>A list that a rulebook prints</legend>
        ${this.printed.map(e=>a`<button type="button" class="choice" data-printed=${e.id} aria-pressed=${e.id===this.chosen} @click=${()=>this.choose(e.id)}>
            <span><strong>${e.name}</strong><br /><small>${e.heroes.map(t=>t.title).join(", ")}, threat ${e.threat}<br />${e.source}</small></span>
          </button>`)}
      </fieldset>
      <label class="field"><span>Or a file: RingsDB (JSON, text), OCTGN (.o8d)</span><input type="file" accept=".o8d,.json,.txt,.xml,.md,text/*,application/json" @change=${this.file} /></label>
      <label class="field"><span>Or paste it</span
        ><textarea rows="6" spellcheck="false" autocapitalize="off" placeholder=${`My deck

Heroes
Denethor (Core Set)
…`} .value=${this.text} @input=${this.typed}></textarea>
      </label>
      <div class="row">${this.complaint()}<button class="main" data-check ?disabled=${this.busy||!this.live||!this.chosen&&!this.text.trim()}>Check the deck</button></div>
    </form>`}complaint(){return this.live?this.wrong?a`<p class="deck-wrong" role="alert" data-wrong>${u("danger")} ${this.wrong}</p>`:l:a`<p class="hint" role="status">${u("offline")} ${this.why}</p>`}choose(e){this.chosen=this.chosen===e?"":e,this.wrong=""}typed(e){this.text=e.target.value,this.chosen=""}async file(e){let t=e.target.files?.[0];if(t){if(t.size>ut){this.wrong=`${t.name} has ${t.size} bytes, and a deck has ${ut} at most.`;return}this.text=await t.text(),this.chosen="",this.wrong=""}}check(e){e.preventDefault(),this.threat=-1,this.send(!0)}async send(e){if(this.busy||!this.live)return;this.busy=!0,this.wrong="";let t=new URLSearchParams({player:this.player,...e?{dry:"true"}:{id:this.request||=_()}});this.chosen&&t.set("printed",this.chosen),this.threat>=0&&t.set("threat",String(this.threat)),e&&(this.request="");try{let s=await fetch(`${this.post}?${t}`,{method:"POST",headers:{"Content-Type":"application/octet-stream",Accept:"application/json"},body:this.chosen?"":this.text,credentials:"same-origin",redirect:"error",signal:AbortSignal.timeout(dt)});this.answered(s.status,await s.json())}catch{this.wrong=e?"No answer from the server. Check it again.":"No answer from the server. Take it again: it is recorded once.",e&&(this.report=null)}finally{this.busy=!1}}answered(e,t){if(e!==200&&e!==409){this.wrong=`${t.line?`Line ${t.line}: `:""}${t.detail??`the server answered ${e}`}.`,this.report=null;return}if(!t.heroes){this.wrong=`${t.detail??"It was not taken"}.`,this.report=null;return}this.report=t,t.declared&&this.dispatchEvent(new CustomEvent("taken",{detail:t}))}result(e){let t=(e.missing??[]).length>0||this.threat>=0;return a`<div class="deck" data-report tabindex="-1">
      <p>
        <strong>${e.name||"A deck without a name"}</strong>: ${e.size} cards, starting threat ${e.missing?.length?a`not known`:e.threat}${e.scenario?a`, for ${e.scenario}`:l}
        ${e.replaces?a`<br /><small>instead of ${e.replaces}</small>`:l}
      </p>
      <ul class="lines plain">
        ${e.heroes.map(s=>a`<li><div><span>${s.title}</span><small>${s.says}</small></div><span>${s.threat}</span></li>`)}
        ${e.contract?a`<li><div><span>${e.contract}</span><small>contract</small></div></li>`:l}
      </ul>
      <p role="status" class=${e.playable?"deck-good":"deck-wrong"}>
        ${e.playable?a`${u("done")} Nothing is against it.`:a`${u("danger")} It cannot be played like this:`}
      </p>
      ${this.problems(e.problems)} ${t?this.asked():l}
      ${e.warnings.length>0?a`<h3>To know</h3>${this.problems(e.warnings)}`:l} ${this.notKnown(e)}
      ${e.setup.length>0?a`<h3>When the game is set up</h3><ul>${e.setup.map(s=>a`<li>${s.says} <cite>${g(s.source)}</cite></li>`)}</ul>`:l}
      ${e.notes.length>0?a`<ul class="hint">${e.notes.map(s=>a`<li>${s}</li>`)}</ul>`:l}
      <div class="row">
        ${this.complaint()}
        <button type="button" data-other ?disabled=${this.busy} @click=${()=>this.report=null}>Another deck</button>
        <button type="button" class="main" data-take ?disabled=${this.busy||!this.live||!e.playable} @click=${()=>{this.send(!1)}}>Take this deck</button>
      </div>
    </div>`}problems(e){return e.length===0?l:a`<ul data-problems>
      ${e.map(t=>a`<li>${t.line?a`<small>line ${t.line}:</small> `:l}${t.says}. <cite>${g(t.source)}</cite></li>`)}
    </ul>`}asked(){let e=t=>this.threat=Number(t.target.value||-1);return a`<label class="field"><span>Starting threat, as the dial shows it</span
        ><input type="number" inputmode="numeric" min="0" max="98" data-threat .value=${this.threat<0?"":String(this.threat)} @input=${e} /></label>
      <button type="button" class="wide" data-again ?disabled=${this.busy||!this.live||this.threat<0} @click=${()=>{this.send(!0)}}>Check it with this threat</button>`}notKnown(e){if(e.unknown.length===0)return l;let t=e.unknown.reduce((s,n)=>s+n.count,0);return a`<details>
      <summary>${t} ${t===1?"card is":"cards are"} not known here and not checked</summary>
      <ul>
        ${e.unknown.map(s=>a`<li>${s.line?a`<small>line ${s.line}:</small> `:l}${s.count}× ${s.name}${s.hint?` (${s.hint})`:""}: ${s.why}${s.could?.length?`: ${s.could.join("; ")}`:""}</li>`)}
      </ul>
    </details>`}};customElements.define("muster-deck",Ee);function ht(i){let e=i.view,t=e.phase==="setup"||e.phase==="playing"&&e.round===1&&!e.ended,s=e.players.filter(n=>!n.out);return!i.mayRecord||!t||s.length===0?l:a`<section class="panel decks">
    <h2>Decks</h2>
    <ul class="lines">
      ${s.map(n=>a`<li>
          <div><span>${n.name}</span><small>${n.deck?a`${u("done")} ${n.deck}`:"no deck declared"}</small></div>
          <button type="button" class="small" data-deck=${n.player} aria-label="Deck of ${n.name}" @click=${()=>i.sheet={kind:"deck",player:n.player}}>Deck</button>
        </li>`)}
    </ul>
  </section>`}function pt(i,e,t){let s=i.view,n=s.players.find(o=>o.player===e)?.name??e,r=o=>{i.said=`Recorded: ${n} plays ${o.detail.name||"the deck"}`,t()};return a`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">Deck of ${n}</h2>
      <button type="button" class="small" data-close @click=${t}>Close</button>
    </div>
    <muster-deck
      .post=${`/api/v1/gatherings/${s.gathering}/groups/${s.group}/tables/${s.table}/decks`}
      .player=${e}
      .live=${i.live&&i.waiting.length===0}
      .why=${i.live?"Entries of this phone are still on their way. Decks are checked once they have arrived.":"This phone is offline. Decks are read and checked by the server, so they wait until it is heard again; everything else can go on."}
      @taken=${r}
    ></muster-deck>
  </div>`}function b(i,e,t){let s=c=>({type:t.type,data:{table:i.view.table,...t.data,...c}}),n=c=>`${t.label} ${G(c)}`,r=c=>i.step(t.key,s({by:c}),n),o=c=>{t.to?i.enter(s({[t.to]:c}),`${t.label}: ${c}`):c!==(t.value??0)&&r(c-(t.value??0))};return a`<muster-stepper
    data-key=${t.key}
    .label=${t.label}
    .value=${t.value}
    .min=${t.min??0}
    .max=${t.max??99}
    .empty=${t.empty??""}
    .waiting=${e.touched.has(t.key)}
    .disabled=${!i.may(t.type)}
    @by=${c=>t.value===null?o(Math.max(0,c.detail)):r(c.detail)}
    @to=${c=>o(c.detail)}
  ></muster-stepper>`}function ft(i,e){let t=e.view.city;return!t||e.view.phase==="setup"?l:a`<section class="panel city">
    <div>
      <h2>City strength</h2>
      <p class="figure"><strong data-city>${t.strength}</strong> of ${t.start}</p>
    </div>
    <p class="side">
      ${t.fallen?a`<strong>Lieutenants can be destroyed</strong>`:t.strength<=t.mark?a`${u("danger")} Arriving Lieutenants attack`:a`Lieutenants attack at ${t.mark} or less`}
      ${t.scored>0?a`<br />This round ${G(-t.scored)} so far`:l}
    </p>
    ${Et(i)}
  </section>`}function gt(i,e){let t=e.view;if(t.players.length===0)return l;let s=t.table,n=r=>i.step("threat:all",{type:"lotr.change-threat.v1",data:{table:s,by:r}},o=>`Everybody's threat ${G(o)}`);return a`<section class="panel">
    <h2>Threat</h2>
    <ul class="lines">${t.players.map(r=>bs(i,e,r))}</ul>
    ${i.may("lotr.change-threat.v1")&&t.players.length>1?a`<button type="button" class="wide" data-raise-all ?disabled=${i.busy} @click=${()=>n(1)}>Raise everybody's threat by 1</button>`:l}
    ${w(i,"threat")}
  </section>`}function bs(i,e,t){let s=a`<span class="name">${t.name}</span>${t.first?a`<small>first player</small>`:l}`;return t.out?a`<li class="out"><div><s>${t.name}</s><small>out${t.outWhy?`: ${t.outWhy}`:""}</small></div></li>`:a`<li class=${t.danger?"in-danger":""}>
    <div>
      ${s}
      ${t.danger?a`<small class="danger">${u("danger")} out at ${t.elimination}</small>`:l}
      ${(t.notes??[]).map(n=>a`<small>${n}</small>`)}
    </div>
    ${b(i,e,{key:`threat:${t.player}`,label:`Threat of ${t.name}`,value:t.threat<0?null:t.threat,type:"lotr.change-threat.v1",data:{player:t.player},to:"to",empty:"?"})}
  </li>`}function vt(i,e){let t=e.view.quest;return t?.stage?a`<section class="panel">
    <h2>Quest <small>${t.stage} ${t.name}</small></h2>
    ${(t.keywords??[]).map(s=>a`<p class="hint">${s}</p>`)}
    <ul class="lines">
      <li>
        <div><span>Progress</span>${t.points!==void 0?a`<small>of ${t.points}</small>`:l}${t.cap>=0?a`<small>at most ${t.cap} more this round</small>`:l}</div>
        ${b(i,e,{key:"progress",label:"Progress on the stage",value:t.progress,max:999,type:"lotr.place-progress.v1",data:{direct:!0}})}
      </li>
      ${t.activeNumber>0?ws(i,e):l}
      ${t.powerInPlay?a`<li><div><span>Power of Lórien</span><small>progress</small></div>
            ${b(i,e,{key:"power",label:"Progress on Power of Lórien",value:t.power,max:999,type:"lotr.progress-power.v1",data:{}})}</li>`:l}
    </ul>
    <p class="facts">
      Staging threat <strong>${t.stagingThreat}</strong>${t.archeryTotal>0?a` · Archery <strong>${t.archeryTotal}</strong>`:l}
      ${e.view.hasCity?t.resources>0||t.stage==="1B"?a` · Resources <strong>${t.resources} of 3</strong>`:l:t.resources>0?a` · Resources <strong>${t.resources}</strong>`:l}
      ${t.current?a`<br />Current quest: <strong>${t.current}</strong>`:l}
      ${t.reveals?a`<br />Next to reveal a card: <strong>${t.reveals}</strong>`:l}
      ${t.revealed?a`<br />Just revealed: <strong>${t.revealed}</strong>`:l}
      ${t.surgeOwed>0?a`<br />${u("danger")} Surge: reveal ${t.surgeOwed} more`:l}
      ${t.holdsCity?a`<br />Dol Guldur lies at this table`:l}
    </p>
    ${t.activeNumber>0&&i.may("lotr.place-progress.v1")?a`<p class="hint">Progress of the quest goes on ${t.active} first.</p>`:l}
    ${w(i,"quest")}
  </section>`:l}function ws(i,e){let t=e.view.quest;return a`<li>
    <div><span>${t.active}</span><small>active location${t.activeOf>0?`, explored at ${t.activeOf}`:""}</small></div>
    ${b(i,e,{key:`location:${t.activeNumber}`,label:`Progress on ${t.active}`,value:t.activeAt,type:"lotr.place-progress.v1",data:{location:t.activeNumber}})}
  </li>`}function $t(i,e){let t=e.view;if(t.phase==="setup")return l;let s=t.enemies.filter(r=>!r.engaged),n=t.players.map(r=>({p:r,own:t.enemies.filter(o=>o.engaged===r.player)})).filter(r=>r.own.length>0);return a`<section class="panel">
    <h2>Enemies</h2>
    ${t.enemies.length===0?a`<p class="hint">No enemy has been entered.</p>`:l}
    ${s.length>0?a`<h3>Staging area</h3><ul class="lines">${s.map(r=>mt(i,e,r))}</ul>`:l}
    ${n.map(({p:r,own:o})=>a`<h3>Engaged with ${r.name}</h3><ul class="lines">${o.map(c=>mt(i,e,c))}</ul>`)}
    ${w(i,"enemies")}
  </section>`}function mt(i,e,t){let s=[t.engaged?`attack ${t.attack}`:`threat ${t.threat}`,t.engaged?`defense ${t.defense}`:`engages at ${t.engagement}`,t.siege?`siege ${t.siege}`:"",t.resources?`resources ${t.resources}`:""].filter(Boolean);return a`<li>
    <div>
      <span>${t.name}</span><small>${s.join(", ")}</small>
    </div>
    <div class="counter">
      ${b(i,e,{key:`enemy:${t.number}`,label:`Damage on ${t.name}`,value:t.damage,type:"lotr.damage-enemy.v1",data:{enemy:t.number}})}
      <small>damage${t.hitPoints>0?` of ${t.hitPoints}`:""}</small>
    </div>
    ${t.says?a`<small class="says">${t.indestructible?u("locked"):l} ${t.says}</small>`:l}
    ${j(i,"enemy",t.number)}
  </li>`}function yt(i,e){let t=e.view.locations.filter(n=>!n.active),s=w(i,"locations");return e.view.phase==="setup"||t.length===0&&s===l?l:a`<section class="panel">
    <h2>Locations</h2>
    ${t.length===0?a`<p class="hint">None in the staging area.</p>`:a`<ul class="lines">${t.map(n=>ks(i,e,n))}</ul>`}
    ${s}
  </section>`}function ks(i,e,t){let s=[`threat ${t.threat}`,t.siege?`siege ${t.siege}`:"",t.resources?`resources ${t.resources}`:"",t.damage?`damage ${t.damage}`:"",t.says??""].filter(Boolean);return a`<li>
    <div><span>${t.name}</span><small>${s.join(", ")}</small>${t.barred?a`<small>${u("locked")} ${t.barred}</small>`:l}</div>
    ${t.barred?l:a`<div class="counter">
          ${b(i,e,{key:`location:${t.number}`,label:`Progress on ${t.name}`,value:t.progress,type:"lotr.place-progress.v1",data:{location:t.number}})}
          <small>progress${t.questPoints>0?` of ${t.questPoints}`:""}</small>
        </div>`}
    ${j(i,"location",t.number)}
  </li>`}function bt(i,e){let t=e.view;return t.scored.length===0?l:a`<section class="panel">
    <h2>Siege this round <small>${t.siege.counts?G(-t.siege.round):"does not count at this stage"}</small></h2>
    <ul class="lines plain">
      ${t.scored.map(s=>a`<li><div><span>${s.card}</span>${s.typed?a`<small>value typed</small>`:l}</div>
        <strong class=${s.siege===null?"danger":""}>${s.siege===null?a`${u("danger")} not known`:s.siege}</strong></li>`)}
    </ul>
    ${t.siege.unknown>0?a`<p class="hint">Read missing values off the cards and type them in.</p>`:l}
    ${w(i,"siege")}
  </section>`}function wt(i,e){let t=e.view,s=t.players.some(r=>(r.heroes??[]).length>0),n=w(i,"players");return!s&&n===l?l:a`<section class="panel">
    <h2>Heroes</h2>
    ${t.players.filter(r=>!r.out&&(r.heroes??[]).length>0).map(r=>a`<h3>${r.name}</h3><ul class="lines">${r.heroes.map(o=>Ts(i,e,r,o))}${(r.allies??[]).map(o=>Es(i,e,r,o))}</ul>`)}
    ${n}
  </section>`}function Es(i,e,t,s){return a`<li>
    <div><span>${s.name}</span><small>${["ally",s.exhausted?"exhausted":"",s.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${b(i,e,{key:`hero:${t.player}:${s.name}`,label:`Damage on ${s.name}`,value:s.damage,type:"lotr.damage-character.v1",data:{player:t.player,character:s.name}})}
      <small>damage${s.hitPoints>0?` of ${s.hitPoints}`:""}</small>
    </div>
  </li>`}function Ts(i,e,t,s){return s.dead||s.gone?a`<li class="out"><div><s>${s.title}</s><small>${s.dead?"destroyed":"left play"}</small></div></li>`:a`<li>
    <div><span>${s.title}</span>${s.exhausted?a`<small>exhausted</small>`:l}</div>
    <div class="counter">
      ${b(i,e,{key:`hero:${t.player}:${s.title}`,label:`Damage on ${s.title}`,value:s.damage,type:"lotr.damage-character.v1",data:{player:t.player,character:s.title}})}
      <small>damage${s.hitPoints>0?` of ${s.hitPoints}`:""}</small>
    </div>
  </li>`}function kt(i,e){let t=e.view,s=w(i,"lorien");return t.lorien.length===0&&t.victory.length===0&&s===l?l:a`<section class="panel">
    <h2>${t.hasCity?"Lórien and victory display":"Victory display"}</h2>
    <ul class="lines plain">
      ${t.lorien.map(n=>a`<li><div><span>${n.name}</span><small>${n.by}${n.card==="host"&&n.damage>0?`, damage ${n.damage} of 6`:""}</small></div></li>`)}
      ${t.victory.map(n=>a`<li><div><span>${n}</span><small>victory display</small></div></li>`)}
    </ul>
    ${s}
  </section>`}function Tt(i){return i.pending.length===0?l:a`${i.pending.map(e=>a`<section class="alert pending"><h2>${u("danger")} ${e.title}</h2>
      <p>${e.says}</p>${e.rule?a`<p class="rule"><cite>${g(e.rule)}</cite></p>`:l}</section>`)}`}function xt(i,e){if(!e.peril)return l;let t=$(i).filter(s=>s.id==="resolved");return a`<section class="panel peril" data-peril>
    <h2>${u("danger")} Peril: ${e.peril.card}</h2>
    <p>${e.peril.says}</p>
    <div class="bigs">${t.map(s=>k(i,s,"big"))}</div>
  </section>`}function St(i,e){let t=e.test;if(!t)return l;let s=$(i).filter(n=>n.group==="tests"&&!n.id.startsWith("call-test"));return a`<section class="panel test" data-test>
    <h2>${t.title}${t.card?a` <small>${t.card}</small>`:l}</h2>
    ${t.counted?a`<p class="figure"><strong>${t.willpower}</strong> willpower against <strong>${t.icons}</strong> ${t.icons===1?"Eye":"Eyes"}</p>`:l}
    ${t.says.map(n=>a`<p>${n}</p>`)}
    <div class="bigs">${s.map(n=>k(i,n,"big"))}</div>
    ${t.more>0?a`<p class="hint">${t.more} more ${t.more===1?"test":"tests"} after this one.</p>`:l}
  </section>`}function At(i){let e=i.eye;return!e||i.result?l:a`<section class="panel eye ${e.here?"is-here":""}" data-eye=${e.here?"here":"there"}>
    <h2>${u("eye")} ${e.title}</h2>
    <p><strong>${e.does}</strong></p>
    <p>${e.moves}</p>
    ${e.may?a`<p class="hint">${e.may}</p>`:l}
  </section>`}function Rt(i,e){if(e.checklist.length===0||e.phase==="setup"||e.result)return l;let t=e.checklist.some(s=>s.items.some(n=>n.state!=="done"));return a`<section class="panel checklist" data-checklist>
    <h2>This round ${t?l:a`<small>all done</small>`}</h2>
    ${e.checklist.map(s=>xs(i,s))}
  </section>`}function xs(i,e){return a`<h3>${e.label}</h3>
    <ul class="lines">${e.items.map(t=>Ss(i,t))}</ul>`}function Ss(i,e){let t=$(i).find(s=>s.id===`tick-${e.id}`);return a`<li class="check is-${e.state}">
    <div><span>${e.card}</span><small>${e.says}</small></div>
    ${e.state==="done"?a`<span class="is-done">${u("done")} done</span>`:e.state==="due"&&t?a`<button type="button" class="small" data-action=${t.id} ?disabled=${i.barred(t)||i.busy} @click=${()=>i.ask(t)}>Done</button>`:a`<span class="is-ahead">${e.state==="due"?"due":"to come"}</span>`}
  </li>`}function Pt(i,e){let t=e.view,s=w(i,"objectives");return t.phase==="setup"||t.objectives.length===0&&s===l?l:a`<section class="panel" data-objectives>
    <h2>Objectives</h2>
    ${t.objectives.length===0?a`<p class="hint">None in play.</p>`:a`<ul class="lines">${t.objectives.map(n=>As(i,e,n))}</ul>`}
    ${s}
  </section>`}function As(i,e,t){let s=t.hitPoints>0||t.damage>0;return a`<li>
    <div><span>${t.name}</span><small>${[t.where,t.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${s?Te(i,e,"objective",t.number,t.name,"damage",t.damage):Te(i,e,"objective",t.number,t.name,"resource",t.resources)}
      <small>${s?`damage${t.hitPoints>0?` of ${t.hitPoints}`:""}${t.resources>0?`, resources ${t.resources}`:""}`:"resources"}</small>
    </div>
    ${j(i,"objective",t.number)}
  </li>`}function Te(i,e,t,s,n,r,o){let c=r==="resource"?"resources":r;return b(i,e,{key:`${c}:${t}:${s}`,label:`${c==="resources"?"Resources":c==="damage"?"Damage":"Progress"} on ${n}`,value:o,type:"lotr.place-tokens.v1",data:{piece:{kind:t,number:s},token:r}})}function Mt(i,e){let t=e.view;return t.sideQuests.length===0?l:a`<section class="panel" data-side-quests>
    <h2>Side quests</h2>
    <ul class="lines">${t.sideQuests.map(s=>Rs(i,e,s))}</ul>
  </section>`}function Rs(i,e,t){let s=[t.current?"the current quest":"",t.resources>0?`resources ${t.resources}`:"",t.damage>0?`damage ${t.damage}`:""].filter(Boolean);return a`<li>
    <div><span>${t.name}</span>${s.length>0?a`<small>${s.join(", ")}</small>`:l}</div>
    <div class="counter">
      ${Te(i,e,"side-quest",t.number,t.name,"progress",t.progress)}
      <small>progress${t.questPoints>0?` of ${t.questPoints}`:""}</small>
    </div>
    ${j(i,"side-quest",t.number)}
  </li>`}function _t(i,e){let s=[...(i.outbox?.sent??[]).map(n=>n.entry),...i.waiting].find(n=>!n.refused&&n.data.step===e.id);return a`<section class="panel question" data-step=${e.id}>
    <p class="count">Step ${e.number} of ${e.of}, end of the round</p>
    <h2>${e.title}</h2>
    <p>${e.text}</p>
    ${e.decides?a`<p class="hint"><strong>${e.decides}</strong> decides.</p>`:l}
    ${i.live?l:a`<p class="hint">${u("offline")} The other tables have to see this choice: it can be made when the connection is back.</p>`}
    ${s?a`<p class="hint" role="status">${u("waiting")} Sending: ${s.words}</p>`:a`${Ps(i,e)}<div class="bigs">${e.options.map(n=>Ms(i,e,n))}</div>`}
  </section>`}function Ps(i,e){if(!e.options.some(s=>s.choice==="done"))return l;let t=$(i).filter(s=>B(s)&&!s.on&&s.group!=="tests"&&s.group!=="fights"&&!xe.has(s.type)&&!i.barred(s));return a`<div class="smalls">${t.map(s=>k(i,s))}</div>`}function Ms(i,e,t){return a`<button type="button" class="big option" data-choice=${t.choice} ?disabled=${!t.allowed||!i.live||i.busy||!i.mayRecord} @click=${()=>i.answer(t,e.id)}>
    <span>${t.label}</span>
    ${t.effect?a`<small>${t.effect}</small>`:l}
    ${!t.allowed&&t.why?a`<small class="why">${u("locked")} ${t.why}</small>`:l}
    ${t.section?a`<small class="rule"><cite>${g(t.section)}</cite></small>`:l}
  </button>`}function Ct(i){let e=i.view;if(e.result||e.phase==="setup")return l;let t=e.others?.since?Date.parse(e.others.since):NaN;return a`<section class="panel wait">
    <h2>${e.others?.says||"All tables have ended the round"}</h2>
    ${Number.isFinite(t)&&t>0&&i.live?a`<p class="hint">since ${Z(Date.now()-t)}</p>`:l}
    <ul class="lines plain">
      ${e.barrier.map(s=>a`<li><div><span>${s.team}${s.own?" (you)":""}</span><small>${s.stage?`stage ${s.stage}`:""}</small></div>
          <span class=${s.ended?"is-done":"is-open"}>${u(s.ended?"done":"waiting")} ${s.says}</span></li>`)}
    </ul>
  </section>`}function Dt(i){let e=()=>i.sheet=null;return a`<dialog class="sheet" aria-labelledby="sheet-title" @close=${s=>s.target.open||e()} @click=${s=>s.target===s.currentTarget&&e()}>
    ${i.sheet?_s(i,i.sheet,e):l}
  </dialog>`}function _s(i,e,t){if(e.kind==="deck")return pt(i,e.player,t);let s=e.kind==="form"?e.asked.label:e.kind==="waiting"?"Entries and connection":"Everything that can be entered";return a`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">${s}</h2>
      <button type="button" class="small" data-close @click=${t}>Close</button>
    </div>
    ${e.kind==="form"?Cs(i,e.asked,t):e.kind==="waiting"?Ds(i):Os(i)}
  </div>`}function Cs(i,e,t){return a`<muster-form
    .asked=${e}
    .cards=${i.cards}
    .recent=${i.recent}
    .busy=${i.busy||!!e.sure&&!i.live}
    @given=${s=>{i.given(e,s.detail)}}
    @cancel=${t}
  ></muster-form>`}var Ot={now:"Now",tests:"Fortitude test",checks:"Checklist",quest:"Quest",threat:"Threat",enemies:"Enemies",fights:"Attacks",objectives:"Objectives, side quests and tokens",locations:"Locations",siege:"Siege",players:"Players and heroes",lorien:"Lórien",table:"Round and table"};function Os(i){let e=i.view.actions.filter(B),t=Object.keys(Ot),s=[...new Set(e.map(n=>n.group))].sort((n,r)=>t.indexOf(n)-t.indexOf(r));return a`${s.map(n=>a`<h3>${Ot[n]??n}</h3>
      <div class="smalls">${e.filter(r=>r.group===n).map(r=>k(i,r))}</div>`)}`}function Ds(i){let e=i.waiting;return a`<p>${u(i.live?"done":"offline")} ${i.connection().words}${i.live?"":`, last heard at ${z(i.at)}`}</p>
    ${i.outbox?.why?a`<p class="hint">The server says: ${i.outbox.why}</p>`:l}
    ${e.length===0?a`<p class="hint">Everything entered on this phone has arrived.</p>`:a`<p class="hint">Saved on this phone and sent in this order as soon as the server answers. Keep this page open.</p>
          <ol class="lines">
            ${e.map(t=>a`<li>
                <div>
                  <span>${t.words}</span>
                  <small>${z(t.at)}${t.refused?`, refused: ${i.named(t.refused.says)}`:t.tries>0?", sent, no answer yet":", not sent"}</small>
                </div>
                <button type="button" class="small" @click=${()=>{i.drop(t)}}>Remove</button>
              </li>`)}
          </ol>
          <div class="smalls">
            <button type="button" @click=${()=>i.outbox?.wake()}>Send now</button>
            <button type="button" data-export @click=${()=>i.exportWaiting()}>Save as a file</button>
          </div>`}`}function It(i){let e=i.shown();return a`${Ls(i,e)}
    <main class=${i.live?"":"stale"}>
      ${Is(i)} ${js(i,e)}
    </main>
    ${Ks(i,e)} ${Dt(i)}`}function Ls(i,e){let t=i.connection(),s=t.kind==="connected"?u("done"):t.kind==="offline"?u("offline"):u("waiting");return a`<header class="t-top">
    <div>
      <h1>${e.view.team}</h1>
      <p>${e.view.headline}</p>
    </div>
    <button type="button" class="conn ${t.kind}" @click=${()=>i.sheet={kind:"waiting"}}>${s}<span role="status">${t.words}</span></button>
  </header>`}function Is(i){let e=i.view;return a`<div role="alert">${Ns(i)}</div>
    ${i.signedOut?a`<section class="alert"><h2>${u("locked")} This phone is signed out</h2>
          <p>Your entries are kept. Join again with the code on the table's card.</p>
          <a class="button main" href="/join">Join again</a></section>`:l}
    ${i.otherRecords?a`<section class="alert"><h2>${u("locked")} Another phone records for this table</h2>
          <p>${e.recorder.captain?`${e.recorder.captain} records at the moment. `:""}You can watch here, or take over; the other phone can then enter nothing any more.</p>
          <button type="button" class="main" ?disabled=${i.busy} @click=${()=>{i.takeOver()}}>Take over recording</button></section>`:l}
    ${e.result?a`<section class="result"><h2>${e.result}</h2>${Nt(e.resultRule)}
          ${e.score?a`<p><strong>${e.score.says}</strong></p>${e.score.lines?a`<ul>${e.score.lines.map(t=>a`<li>${t}</li>`)}</ul>`:l}`:l}</section>`:l}
    ${e.paused?a`<section class="alert calm"><h2>${u("waiting")} Play is paused</h2><p>${e.pauseSays??""}</p></section>`:l}
    ${e.notices.length>0?a`<section class="notice"><h2>Message</h2>${e.notices.map(t=>a`<p>${t}</p>`)}</section>`:l}`}function Ns(i){let e=i.outbox?.refused;if(!e?.refused)return l;let t=i.waiting.length-1,s=e.refused.code==="not-the-recorder";return a`<section class="alert" data-refused=${e.refused.code}>
    <h2>${u("danger")} Not recorded: ${e.words}</h2>
    <p>${i.named(e.refused.says)}</p>
    ${Nt(e.refused.source??"")}
    <p class="hint">The table now: ${i.view.headline}. ${i.view.now}${t>0?` ${t} more ${t===1?"entry waits":"entries wait"} behind this one.`:""}</p>
    <div class="row">
      <button type="button" @click=${()=>{i.drop(e)}}>Drop</button>
      ${s?a`<button type="button" class="main" @click=${()=>{i.takeOver()}}>Take over and send</button>`:a`<button type="button" class="main" @click=${()=>{i.outbox?.redo(e.seq)}}>Redo</button>`}
    </div>
  </section>`}function js(i,e){let t=e.view,s=t.phase==="playing"&&!["","resource"].includes(t.roundPhase),n=!i.view.step&&(t.ended||t.others?.waiting);return a`${Tt(t)} ${xt(i,t)} ${St(i,t)}
    ${i.view.step?_t(i,i.view.step):l} ${n?Ct(i):l}
    ${t.hasCity?ft(i,e):At(t)} ${s||t.result?l:Lt(t.toDo)} ${i.view.step||n?l:Bs(i,e)}
    ${Rt(i,t)} ${s?Lt(t.toDo):l}
    ${ht(i)} ${gt(i,e)} ${vt(i,e)} ${Mt(i,e)} ${Pt(i,e)}
    ${$t(i,e)} ${yt(i,e)} ${bt(i,e)} ${wt(i,e)} ${kt(i,e)}
    ${Gs(i)}`}function Lt(i){return i.length===0?l:a`<section class="panel todo"><h2>Do this with your cards</h2><ul>${i.map(e=>a`<li>${e}</li>`)}</ul></section>`}function Bs(i,e){let t=i.view,s=$(i).filter(n=>n.primary&&n.id!=="end-round"&&n.group!=="tests"&&n.id!=="resolved").slice(0,4).flatMap(n=>Us(n,e));return!t.now&&s.length===0?l:a`<section class="panel now" data-now>
    <h2>Now</h2>
    <p>${t.now}</p>
    ${Vs(e)}
    <div class="bigs">${s.map(n=>k(i,n,"big"))}</div>
    ${Hs(i)}
    ${t.rules?.says?a`<p class="rule">${t.rules.says} <cite>${g(t.rules.section)}</cite></p>`:l}
  </section>`}function Hs(i){let e=$(i).filter(t=>t.id.startsWith("offer-"));return e.length===0?l:a`<h3>Offered now</h3>
    <div class="smalls offers">
      ${e.map(t=>a`<button type="button" data-action=${t.id} ?disabled=${i.barred(t)||i.busy} @click=${()=>i.ask(t)}>
          <span>${t.label}</span>${t.why?a`<small>${t.why}</small>`:l}
        </button>`)}
    </div>`}function Us(i,e){if(i.id!=="phase-next"||!e.touched.has("phase"))return[i];let t=e.view.roundPhases,s=t[t.findIndex(n=>n.state==="now")+1];return s?[{...i,label:`Begin the ${s.label.toLocaleLowerCase()} phase`,data:{...i.data,phase:s.phase}}]:[]}function Vs(i){let e=i.view.roundPhases,t=e.findIndex(s=>s.state==="now");return t<0||i.view.phase!=="playing"?l:a`<p class="phases">
    <span class="dots" aria-hidden="true">${e.map(s=>a`<i class=${s.state}></i>`)}</span>
    <span>Phase ${t+1} of ${e.length}: <strong>${e[t].label}</strong></span>
  </p>`}function k(i,e,t=""){return a`<button type="button" class=${t} data-action=${e.id} ?disabled=${i.barred(e)||i.busy} @click=${()=>i.ask(qs(i,e))}>
    <span>${e.label}</span>${i.barred(e)&&e.why?a`<small>${e.why}</small>`:l}
  </button>`}function qs(i,e){return i.view.actions.find(t=>t.id===e.id&&t.type===e.type&&e.short)??e}var Fs=5e3,xe=new Set(["lotr.change-threat.v1","lotr.damage-enemy.v1","lotr.place-progress.v1","lotr.progress-power.v1"]),Ws=new Set(["remove-enemy","remove-location","return","engage-effect","first-player","phase","enter-ally","leave-play","exhaust","ring","tokens","remove-objective","remove-side-quest","advance","call-loss"]),zs=new Set(["lower-threat"]),B=i=>i.id!=="end-round"&&i.type!=="group.take-recorder.v1";function $(i){return i.mayRecord?i.view.actions:[]}function w(i,e){let t=$(i).filter(s=>s.group===e&&!s.primary&&!i.barred(s)&&B(s)&&!s.on&&(!xe.has(s.type)||zs.has(s.id))&&!Ws.has(s.id));return t.length===0?l:a`<div class="smalls">${t.map(s=>k(i,s))}</div>`}function j(i,e,t){let s=$(i).filter(n=>n.on?.kind===e&&n.on.number===t);return s.length===0?l:a`<div class="smalls">${s.map(n=>k(i,{...n,label:n.short??n.label},"small"))}</div>`}function Gs(i){return $(i).some(B)?a`<button type="button" class="quiet wide" data-more @click=${()=>i.sheet={kind:"more"}}>Everything that can be entered</button>`:l}function Nt(i){return i?a`<p class="rule"><cite>${g(i)}</cite></p>`:l}function Ks(i,e){let t=i.view;if(!i.mayRecord||t.result)return l;let s=i.undoable(),n=Date.now()>i.saidAt+Fs,r=t.actions.find(o=>o.id==="end-round");return a`<footer class="t-bottom">
    <p class="said" role="status">${n?"":i.said}</p>
    <button type="button" class="undo" data-undo ?disabled=${!s||i.busy} @click=${()=>{s?.take()}}>
      <span>Undo</span><small>${s?s.words:"nothing to take back"}</small>
    </button>
    ${r&&!e.touched.has("ended")?a`<button type="button" class="main" data-action="end-round" ?disabled=${i.busy} @click=${()=>Js(i,r)}>
          <span>${r.label}</span>${r.disabled?a`<small>something is open</small>`:l}
        </button>`:a`<p class="ended">${t.ended||e.touched.has("ended")?a`${u("done")} Round ${t.round} ended`:l}</p>`}
  </footer>`}function Js(i,e){let t=i.view,s=i.waiting.length,n=[...e.confirm??t.summary];s>0&&n.push(`${s} ${s===1?"entry is":"entries are"} saved on this phone and not in this summary yet.`);let r=t.open.map(d=>`Still open: ${d}`),o=e.disabled&&s===0,c=o?`The round cannot be ended yet${t.paused?": play is paused":""}.`:"Afterwards only a judge can change this round.";i.sheet={kind:"form",asked:{...e,inputs:e.inputs??[],confirm:[...r,...n],hint:c,blocked:o}}}function Et(i){if(i.live)return l;let e=i.lostAt>0?a`, reconnecting since ${Z(Date.now()-i.lostAt)}`:l;return a`<small class="asof">as of ${z(i.at)}${e}</small>`}var Qs=new URL(import.meta.url).pathname.split("/").pop()??"",ne=class{constructor(e,t){this.url=e;this.waits=t;setInterval(()=>this.tell(),15e3),document.addEventListener("visibilitychange",()=>{this.told="",document.hidden&&this.send(!0)}),addEventListener("pagehide",()=>this.send(!0))}url;waits;told="";timer=0;query(e=!1){let{count:t,since:s}=this.waits(),n=new URLSearchParams({waiting:String(t),v:Qs});return t>0&&n.set("oldest",String(Math.max(0,Date.now()-s))),e&&n.set("away","1"),n.toString()}changed(){let e=this.what();e!==this.told&&(this.told=e,clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.tell(),300))}what(){let{count:e,since:t}=this.waits();return`${e} ${t}`}tell(){document.hidden||(this.told=this.what(),this.send(!1))}send(e){let t=new URLSearchParams(this.query(e));fetch(this.url,{method:"POST",body:t,keepalive:!0,cache:"no-store",redirect:"error",signal:AbortSignal.timeout(8e3)}).catch(()=>{})}};var Re=(i,e)=>e.some(t=>i instanceof t),jt,Bt;function Ys(){return jt||(jt=[IDBIndex,IDBObjectStore,IDBCursor,IDBDatabase,IDBTransaction])}function Xs(){return Bt||(Bt=["advance","continue","continuePrimaryKey"].map(i=>IDBCursor.prototype[i]))}var Pe=new WeakMap,Se=new WeakMap,re=new WeakMap;function Zs(i){let e=new Promise((t,s)=>{let n=()=>{i.removeEventListener("success",r),i.removeEventListener("error",o)},r=()=>{t(C(i.result)),n()},o=()=>{s(i.error),n()};i.addEventListener("success",r),i.addEventListener("error",o)});return re.set(e,i),e}function ei(i){if(Pe.has(i))return;let e=new Promise((t,s)=>{let n=()=>{i.removeEventListener("complete",r),i.removeEventListener("error",o),i.removeEventListener("abort",o)},r=()=>{t(),n()},o=()=>{s(i.error||new DOMException("AbortError","AbortError")),n()};i.addEventListener("complete",r),i.addEventListener("error",o),i.addEventListener("abort",o)});Pe.set(i,e)}var Me={get(i,e,t){if(i instanceof IDBTransaction){if(e==="done")return Pe.get(i);if(e==="store")return t.objectStoreNames[1]?void 0:t.objectStore(t.objectStoreNames[0])}return C(i[e])},set(i,e,t){return i[e]=t,!0},has(i,e){return i instanceof IDBTransaction&&(e==="done"||e==="store")?!0:e in i}};function qt(i){Me=i(Me)}function ti(i){return Xs().includes(i)?function(...e){return i.apply(_e(this),e),C(this.request)}:function(...e){return C(i.apply(_e(this),e))}}function si(i){return typeof i=="function"?ti(i):(i instanceof IDBTransaction&&ei(i),Re(i,Ys())?new Proxy(i,Me):i)}function C(i){if(i instanceof IDBRequest)return Zs(i);if(Se.has(i))return Se.get(i);let e=si(i);return Object.is(e,i)||(Se.set(i,e),re.set(e,i)),e}var _e=i=>re.get(i);function Ft(i,e,{blocked:t,upgrade:s,blocking:n,terminated:r}={}){let o=indexedDB.open(i,e),c=C(o);return s&&o.addEventListener("upgradeneeded",d=>{s(C(o.result),d.oldVersion,d.newVersion,C(o.transaction),d)}),t&&o.addEventListener("blocked",d=>t(d.oldVersion,d.newVersion,d)),c.then(d=>{r&&d.addEventListener("close",()=>r()),n&&d.addEventListener("versionchange",h=>n(h.oldVersion,h.newVersion,h))}).catch(()=>{}),c}var ii=["get","getKey","getAll","getAllKeys","count"],ni=["put","add","delete","clear"],Ae={};function Ht(i,e){if(!(i instanceof IDBDatabase&&!(e in i)&&typeof e=="string"))return;if(Ae[e])return Ae[e];let t=e.replace(/FromIndex$/,""),s=e!==t,n=ni.includes(t);if(!(t in(s?IDBIndex:IDBObjectStore).prototype)||!(n||ii.includes(t)))return;let r=async function(o,...c){let d=this.transaction(o,n?"readwrite":"readonly"),h=d.store;return s&&(h=h.index(c.shift())),(await Promise.all([h[t](...c),n&&d.done]))[0]};return Ae[e]=r}qt(i=>({...i,get:(e,t,s)=>Ht(e,t)||i.get(e,t,s),has:(e,t)=>!!Ht(e,t)||i.has(e,t)}));var ri=["advance","continue","continuePrimaryKey"],Ut={},Ce=new WeakMap,Wt=new WeakMap,ai={get(i,e){if(!ri.includes(e))return i[e];let t=Ut[e];return t||(t=Ut[e]=function(...s){Ce.set(this,Wt.get(this)[e](...s))}),t}};async function*oi(...i){let e=this;if(e instanceof IDBCursor||(e=await e.openCursor(...i)),!e)return;e=e;let t=new Proxy(e,ai);for(Wt.set(t,e),re.set(t,_e(e));e;)yield t,e=await(Ce.get(t)||e.continue()),Ce.delete(t)}function Vt(i,e){return e===Symbol.asyncIterator&&Re(i,[IDBIndex,IDBObjectStore,IDBCursor])||e==="iterate"&&Re(i,[IDBIndex,IDBObjectStore])}qt(i=>({...i,get(e,t,s){return Vt(e,t)?oi:i.get(e,t,s)},has(e,t){return Vt(e,t)||i.has(e,t)}}));function zt(){return Ft("muster",1,{upgrade(i){i.createObjectStore("entries",{keyPath:"seq",autoIncrement:!0}).createIndex("topic","topic"),i.createObjectStore("counters"),i.createObjectStore("leases"),i.createObjectStore("views"),i.createObjectStore("cards")}})}async function Gt(){if("serviceWorker"in navigator)try{await navigator.serviceWorker.register(li(),{scope:"/t/"}),(await navigator.serviceWorker.ready).active?.postMessage({keep:[location.href.split("#")[0],...ci()]})}catch(i){console.warn("no service worker",i)}}function li(){let i=globalThis.trustedTypes;return i?i.createPolicy("muster",{createScriptURL(t){if(t!=="/sw.js")throw new TypeError(`no script may be loaded from ${t}`);return t}}).createScriptURL("/sw.js"):"/sw.js"}function ci(){let e=[...document.querySelectorAll("script[src], link[href]")].map(s=>"src"in s?s.src:s.href),t=performance.getEntriesByType("resource").map(s=>s.name);return[...new Set([...e,...t])].filter(s=>new URL(s,location.href).pathname.startsWith("/assets/"))}function Kt(){if(navigator.storage?.persist?.().catch(()=>!1),!("wakeLock"in navigator))return;let i=()=>{document.hidden||navigator.wakeLock.request("screen").catch(()=>{})};document.addEventListener("visibilitychange",i),i()}var di=400,Oe=class extends f{static properties={tick:{state:!0},sheet:{state:!0},busy:{state:!0},said:{state:!0}};saidAt=0;shell;view;at=0;lostAt=0;cards=[];recent=[];outbox;feed;presence;vault;heard=!1;refusalSeen="";chain=Promise.resolve();constructor(){super(),this.tick=0,this.sheet=null,this.busy=!1,this.said=""}createRenderRoot(){return this}connectedCallback(){let e=document.getElementById("muster-shell")?.textContent??"";this.shell=JSON.parse(e),this.view=te(this.shell.view),this.at=Date.now(),this.cards=this.shell.cards??[],this.replaceChildren(),super.connectedCallback(),this.feed=new ee(this.shell.stream,this.shell.state,()=>this.presence.query()),this.presence=new ne(this.shell.presence,()=>this.waits()),this.feed.addEventListener("view",t=>this.take(t.detail)),this.feed.addEventListener("state",()=>this.linked()),this.start(),setInterval(()=>this.tick++,1e3),addEventListener("beforeunload",t=>{this.waiting.length>0&&t.preventDefault()}),Kt()}async start(){this.vault=await zt();let e=this.view;this.outbox=new ie(this.vault,{gathering:e.gathering,group:e.group,table:e.table,device:this.shell.device}),this.outbox.addEventListener("change",()=>{this.outbox?.seen(this.view.position),this.presence.changed(),this.tick++});let t=await this.vault.get("views",this.outbox.topic);t&&t.view.position>this.view.position?(this.view=te(t.view),this.at=t.at):t&&t.view.position===this.view.position&&(this.at=t.at),this.outbox.seen(this.view.position),this.recent=await this.vault.get("cards",e.scenario)??[],await this.outbox.reload(),this.outbox.flush(),document.hidden||this.feed.restart()}take(e){this.at=Date.now(),e.position>=this.view.position&&(this.view=te(e)),this.outbox?.seen(this.view.position),this.outbox&&this.vault?.put("views",{view:this.view,at:this.at},this.outbox.topic),this.tick++}linked(){this.heard=!0,this.at=Math.max(this.at,this.feed.heardAt),this.feed.live?(this.lostAt=0,this.outbox?.wake()):this.lostAt||=Date.now(),this.tick++}render(){return It(this)}willUpdate(e){e.has("said")&&(this.saidAt=Date.now())}updated(){let e=this.querySelector("dialog");this.sheet&&!e?.open&&e?.showModal(),!this.sheet&&e?.open&&e.close(),this.showRefusal()}showRefusal(){let e=this.outbox?.refused?.id??"";e!==this.refusalSeen&&(this.refusalSeen=e,e&&scrollTo({top:0}))}get live(){return this.feed.live}get waiting(){return this.outbox?.entries??[]}waits(){return{count:this.waiting.length,since:Math.min(...this.waiting.map(e=>e.at))}}shown(){let e=(this.outbox?.sent??[]).map(t=>t.entry);return rt(this.view,[...e,...this.waiting])}connection(){let e=this.waiting.length,t=e>0?`, ${e} saved`:"";return this.feed.signedOut||this.outbox?.sending==="signed-out"?{kind:"offline",words:`Signed out${t}`}:this.feed.live?this.outbox?.sending==="server-busy"?{kind:"offline",words:`Server busy${t}`}:this.outbox?.refused?{kind:"offline",words:`Connected, ${e} not recorded`}:e>0?{kind:"sending",words:`Sending ${e}`}:{kind:"connected",words:"Connected"}:this.heard?{kind:"offline",words:`Offline${t}`}:{kind:"connecting",words:`Connecting${t}`}}get signedOut(){return this.feed.signedOut||this.outbox?.sending==="signed-out"}get otherRecords(){let e=this.view.recorder?.device;return this.view.role==="captain"&&!!e&&!!this.shell.device&&e!==this.shell.device}get mayRecord(){return this.view.mayRecord&&!this.otherRecords}named(e){let t=new Map(this.view.players.map(s=>[s.player,s.name]));for(let s of this.view.targets?.players??[])s.player&&!t.has(s.player)&&t.set(s.player,s.label);return e.replace(/\{(p-\d+)\}/g,(s,n)=>t.get(n)??n.replace("p-","Player "))}may(e){return this.mayRecord&&this.view.actions.some(t=>t.type===e&&!this.barred(t))}barred(e){return e.disabled&&!(this.waiting.some(t=>t.type==="lotr.begin-phase.v1")&&!this.view.paused)}step(e,t,s){this.chain=this.chain.then(()=>this.outbox?.add(this.now(t),s,e)).catch(n=>this.failed(n))}async enter(e,t){if(this.busy||!this.outbox)return;this.busy=!0;let s=Date.now();try{await this.chain,await this.outbox.add(this.now(e),t),this.said=`Saved: ${t}`}catch(n){this.failed(n)}finally{window.setTimeout(()=>this.busy=!1,Math.max(0,s+di-Date.now()))}}now(e){return{...e,round:this.view.round}}failed(e){console.warn("entry",e),this.said="This phone could not save the entry: its storage is full or switched off. Nothing was recorded."}ask(e){let t={...e,inputs:e.inputs??[]};e.why&&!e.disabled&&(t.hint=e.why);let s=e.data?.seats,n=this.view.players.find(r=>r.player===s?.[0]?.player)?.heroes??[];if(n.length>0&&(t.heroes=n.map(({title:r,threat:o,hitPoints:c,sphere:d,traits:h,willpower:m,attack:p,defense:v,ranged:y,sentinel:O})=>Object.fromEntries(Object.entries({title:r,threat:o,hitPoints:c,sphere:d,traits:h,willpower:m,attack:p,defense:v,ranged:y,sentinel:O}).filter(([,Jt])=>Jt!==void 0)))),t.inputs.length===0&&!e.confirm?.length){this.enter({type:e.type,data:e.data??{}},e.label);return}this.sheet={kind:"form",asked:t}}answer(e,t){let s=e.inputs??[];if(s.length===0&&!e.confirm?.length){this.enter({type:e.type,data:e.data},e.label);return}let n={id:`${t} ${e.choice}`,label:e.label,type:e.type,data:e.data,inputs:s};e.confirm&&(n.sure=e.confirm),e.effect&&(n.hint=e.effect),e.section&&(n.section=e.section),this.sheet={kind:"form",asked:n}}async given(e,t){this.busy||(await this.enter({type:e.type,data:t.data},t.words),this.sheet=null,t.card&&await this.remember(t.card))}async remember(e){this.recent=[e,...this.recent.filter(t=>t!==e)].slice(0,30),await this.vault?.put("cards",this.recent,this.view.scenario)}undoable(){let t=[...(this.outbox?.sent??[]).map(n=>n.entry),...this.waiting.filter(n=>!n.refused)].at(-1);if(!t){let n=this.view.undo;return n?{words:n.words,take:()=>this.enter({type:n.type,data:n.data},`Undo: ${n.words}`)}:null}if(this.waiting.includes(t)&&t.tries===0)return{words:t.words,take:()=>this.drop(t)};if(!t.type.startsWith("lotr."))return null;let s={table:this.view.table,entry:t.id};return{words:t.words,take:()=>this.enter({type:"group.withdraw.v1",data:s},`Undo: ${t.words}`)}}async drop(e){let t=await this.outbox?.remove(e.seq);this.said=t?`Removed: ${e.words}`:`Removed from this phone: ${e.words}. It may have arrived already; then Undo takes it back.`}async takeOver(){let e=this.view;await this.outbox?.first({type:"group.take-recorder.v1",data:{table:e.table,confirm:!0}},"This phone records for the table")}exportWaiting(){let e=this.view,t=this.waiting.map(r=>({id:r.id,round:r.round,type:r.type,data:r.data,words:r.words,at:new Date(r.at).toISOString(),refused:r.refused})),s={muster:"waiting-entries",format:1,gathering:e.gathering,group:e.group,table:e.table,device:this.shell.device,commands:t},n=document.createElement("a");n.href=URL.createObjectURL(new Blob([JSON.stringify(s,null,2)],{type:"application/json"})),n.download=`muster-${e.gathering}-${e.group}-${e.table}.json`,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}};customElements.define("muster-table",Oe);Gt();

var J=globalThis,Y=J.ShadowRoot&&(J.ShadyCSS===void 0||J.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Ue=Symbol(),He=new WeakMap,Q=class{constructor(e,t,s){if(this._$cssResult$=!0,s!==Ue)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(Y&&e===void 0){let s=t!==void 0&&t.length===1;s&&(e=He.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),s&&He.set(t,e))}return e}toString(){return this.cssText}},Ve=n=>new Q(typeof n=="string"?n:n+"",void 0,Ue);var qe=(n,e)=>{if(Y)n.adoptedStyleSheets=e.map(t=>t instanceof CSSStyleSheet?t:t.styleSheet);else for(let t of e){let s=document.createElement("style"),i=J.litNonce;i!==void 0&&s.setAttribute("nonce",i),s.textContent=t.cssText,n.appendChild(s)}},de=Y?n=>n:n=>n instanceof CSSStyleSheet?(e=>{let t="";for(let s of e.cssRules)t+=s.cssText;return Ve(t)})(n):n;var{is:ds,defineProperty:hs,getOwnPropertyDescriptor:us,getOwnPropertyNames:ps,getOwnPropertySymbols:ms,getPrototypeOf:fs}=Object,X=globalThis,Fe=X.trustedTypes,gs=Fe?Fe.emptyScript:"",vs=X.reactiveElementPolyfillSupport,V=(n,e)=>n,he={toAttribute(n,e){switch(e){case Boolean:n=n?gs:null;break;case Object:case Array:n=n==null?n:JSON.stringify(n)}return n},fromAttribute(n,e){let t=n;switch(e){case Boolean:t=n!==null;break;case Number:t=n===null?null:Number(n);break;case Object:case Array:try{t=JSON.parse(n)}catch{t=null}}return t}},ze=(n,e)=>!ds(n,e),We={attribute:!0,type:String,converter:he,reflect:!1,useDefault:!1,hasChanged:ze};Symbol.metadata??=Symbol("metadata"),X.litPropertyMetadata??=new WeakMap;var S=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=We){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let s=Symbol(),i=this.getPropertyDescriptor(e,s,t);i!==void 0&&hs(this.prototype,e,i)}}static getPropertyDescriptor(e,t,s){let{get:i,set:r}=us(this.prototype,e)??{get(){return this[t]},set(o){this[t]=o}};return{get:i,set(o){let c=i?.call(this);r?.call(this,o),this.requestUpdate(e,c,s)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??We}static _$Ei(){if(this.hasOwnProperty(V("elementProperties")))return;let e=fs(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(V("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(V("properties"))){let t=this.properties,s=[...ps(t),...ms(t)];for(let i of s)this.createProperty(i,t[i])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[s,i]of t)this.elementProperties.set(s,i)}this._$Eh=new Map;for(let[t,s]of this.elementProperties){let i=this._$Eu(t,s);i!==void 0&&this._$Eh.set(i,t)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let s=new Set(e.flat(1/0).reverse());for(let i of s)t.unshift(de(i))}else e!==void 0&&t.push(de(e));return t}static _$Eu(e,t){let s=t.attribute;return s===!1?void 0:typeof s=="string"?s:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let s of t.keys())this.hasOwnProperty(s)&&(e.set(s,this[s]),delete this[s]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return qe(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,s){this._$AK(e,s)}_$ET(e,t){let s=this.constructor.elementProperties.get(e),i=this.constructor._$Eu(e,s);if(i!==void 0&&s.reflect===!0){let r=(s.converter?.toAttribute!==void 0?s.converter:he).toAttribute(t,s.type);this._$Em=e,r==null?this.removeAttribute(i):this.setAttribute(i,r),this._$Em=null}}_$AK(e,t){let s=this.constructor,i=s._$Eh.get(e);if(i!==void 0&&this._$Em!==i){let r=s.getPropertyOptions(i),o=typeof r.converter=="function"?{fromAttribute:r.converter}:r.converter?.fromAttribute!==void 0?r.converter:he;this._$Em=i;let c=o.fromAttribute(t,r.type);this[i]=c??this._$Ej?.get(i)??c,this._$Em=null}}requestUpdate(e,t,s,i=!1,r){if(e!==void 0){let o=this.constructor;if(i===!1&&(r=this[e]),s??=o.getPropertyOptions(e),!((s.hasChanged??ze)(r,t)||s.useDefault&&s.reflect&&r===this._$Ej?.get(e)&&!this.hasAttribute(o._$Eu(e,s))))return;this.C(e,t,s)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,t,{useDefault:s,reflect:i,wrapped:r},o){s&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,o??t??this[e]),r!==!0||o!==void 0)||(this._$AL.has(e)||(this.hasUpdated||s||(t=void 0),this._$AL.set(e,t)),i===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(t){Promise.reject(t)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[i,r]of this._$Ep)this[i]=r;this._$Ep=void 0}let s=this.constructor.elementProperties;if(s.size>0)for(let[i,r]of s){let{wrapped:o}=r,c=this[i];o!==!0||this._$AL.has(i)||c===void 0||this.C(i,void 0,r,c)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(s=>s.hostUpdate?.()),this.update(t)):this._$EM()}catch(s){throw e=!1,this._$EM(),s}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),this._$EM()}updated(e){}firstUpdated(e){}};S.elementStyles=[],S.shadowRootOptions={mode:"open"},S[V("elementProperties")]=new Map,S[V("finalized")]=new Map,vs?.({ReactiveElement:S}),(X.reactiveElementVersions??=[]).push("2.1.2");var $e=globalThis,Ke=n=>n,Z=$e.trustedTypes,Ge=Z?Z.createPolicy("lit-html",{createHTML:n=>n}):void 0,et="$lit$",x=`lit$${Math.random().toFixed(9).slice(2)}$`,tt="?"+x,$s=`<${tt}>`,M=document,F=()=>M.createComment(""),W=n=>n===null||typeof n!="object"&&typeof n!="function",ye=Array.isArray,ys=n=>ye(n)||typeof n?.[Symbol.iterator]=="function",ue=`[ 	
\f\r]`,q=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Je=/-->/g,Qe=/>/g,P=RegExp(`>|${ue}(?:([^\\s"'>=/]+)(${ue}*=${ue}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Ye=/'/g,Xe=/"/g,st=/^(?:script|style|textarea|title)$/i,be=n=>(e,...t)=>({_$litType$:n,strings:e,values:t}),a=be(1),E=be(2),qn=be(3),_=Symbol.for("lit-noChange"),l=Symbol.for("lit-nothing"),Ze=new WeakMap,R=M.createTreeWalker(M,129);function nt(n,e){if(!ye(n)||!n.hasOwnProperty("raw"))throw Error("invalid template strings array");return Ge!==void 0?Ge.createHTML(e):e}var bs=(n,e)=>{let t=n.length-1,s=[],i,r=e===2?"<svg>":e===3?"<math>":"",o=q;for(let c=0;c<t;c++){let d=n[c],u,m,p=-1,$=0;for(;$<d.length&&(o.lastIndex=$,m=o.exec(d),m!==null);)$=o.lastIndex,o===q?m[1]==="!--"?o=Je:m[1]!==void 0?o=Qe:m[2]!==void 0?(st.test(m[2])&&(i=RegExp("</"+m[2],"g")),o=P):m[3]!==void 0&&(o=P):o===P?m[0]===">"?(o=i??q,p=-1):m[1]===void 0?p=-2:(p=o.lastIndex-m[2].length,u=m[1],o=m[3]===void 0?P:m[3]==='"'?Xe:Ye):o===Xe||o===Ye?o=P:o===Je||o===Qe?o=q:(o=P,i=void 0);let b=o===P&&n[c+1].startsWith("/>")?" ":"";r+=o===q?d+$s:p>=0?(s.push(u),d.slice(0,p)+et+d.slice(p)+x+b):d+x+(p===-2?c:b)}return[nt(n,r+(n[t]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),s]},z=class n{constructor({strings:e,_$litType$:t},s){let i;this.parts=[];let r=0,o=0,c=e.length-1,d=this.parts,[u,m]=bs(e,t);if(this.el=n.createElement(u,s),R.currentNode=this.el.content,t===2||t===3){let p=this.el.content.firstChild;p.replaceWith(...p.childNodes)}for(;(i=R.nextNode())!==null&&d.length<c;){if(i.nodeType===1){if(i.hasAttributes())for(let p of i.getAttributeNames())if(p.endsWith(et)){let $=m[o++],b=i.getAttribute(p).split(x),L=/([.?@])?(.*)/.exec($);d.push({type:1,index:r,name:L[2],strings:b,ctor:L[1]==="."?me:L[1]==="?"?fe:L[1]==="@"?ge:I}),i.removeAttribute(p)}else p.startsWith(x)&&(d.push({type:6,index:r}),i.removeAttribute(p));if(st.test(i.tagName)){let p=i.textContent.split(x),$=p.length-1;if($>0){i.textContent=Z?Z.emptyScript:"";for(let b=0;b<$;b++)i.append(p[b],F()),R.nextNode(),d.push({type:2,index:++r});i.append(p[$],F())}}}else if(i.nodeType===8)if(i.data===tt)d.push({type:2,index:r});else{let p=-1;for(;(p=i.data.indexOf(x,p+1))!==-1;)d.push({type:7,index:r}),p+=x.length-1}r++}}static createElement(e,t){let s=M.createElement("template");return s.innerHTML=e,s}};function D(n,e,t=n,s){if(e===_)return e;let i=s!==void 0?t._$Co?.[s]:t._$Cl,r=W(e)?void 0:e._$litDirective$;return i?.constructor!==r&&(i?._$AO?.(!1),r===void 0?i=void 0:(i=new r(n),i._$AT(n,t,s)),s!==void 0?(t._$Co??=[])[s]=i:t._$Cl=i),i!==void 0&&(e=D(n,i._$AS(n,e.values),i,s)),e}var pe=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:s}=this._$AD,i=(e?.creationScope??M).importNode(t,!0);R.currentNode=i;let r=R.nextNode(),o=0,c=0,d=s[0];for(;d!==void 0;){if(o===d.index){let u;d.type===2?u=new K(r,r.nextSibling,this,e):d.type===1?u=new d.ctor(r,d.name,d.strings,this,e):d.type===6&&(u=new ve(r,this,e)),this._$AV.push(u),d=s[++c]}o!==d?.index&&(r=R.nextNode(),o++)}return R.currentNode=M,i}p(e){let t=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(e,s,t),t+=s.strings.length-2):s._$AI(e[t])),t++}},K=class n{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,s,i){this.type=2,this._$AH=l,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=s,this.options=i,this._$Cv=i?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=D(this,e,t),W(e)?e===l||e==null||e===""?(this._$AH!==l&&this._$AR(),this._$AH=l):e!==this._$AH&&e!==_&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):ys(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==l&&W(this._$AH)?this._$AA.nextSibling.data=e:this.T(M.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:s}=e,i=typeof s=="number"?this._$AC(e):(s.el===void 0&&(s.el=z.createElement(nt(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===i)this._$AH.p(t);else{let r=new pe(i,this),o=r.u(this.options);r.p(t),this.T(o),this._$AH=r}}_$AC(e){let t=Ze.get(e.strings);return t===void 0&&Ze.set(e.strings,t=new z(e)),t}k(e){ye(this._$AH)||(this._$AH=[],this._$AR());let t=this._$AH,s,i=0;for(let r of e)i===t.length?t.push(s=new n(this.O(F()),this.O(F()),this,this.options)):s=t[i],s._$AI(r),i++;i<t.length&&(this._$AR(s&&s._$AB.nextSibling,i),t.length=i)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let s=Ke(e).nextSibling;Ke(e).remove(),e=s}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},I=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,s,i,r){this.type=1,this._$AH=l,this._$AN=void 0,this.element=e,this.name=t,this._$AM=i,this.options=r,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=l}_$AI(e,t=this,s,i){let r=this.strings,o=!1;if(r===void 0)e=D(this,e,t,0),o=!W(e)||e!==this._$AH&&e!==_,o&&(this._$AH=e);else{let c=e,d,u;for(e=r[0],d=0;d<r.length-1;d++)u=D(this,c[s+d],t,d),u===_&&(u=this._$AH[d]),o||=!W(u)||u!==this._$AH[d],u===l?e=l:e!==l&&(e+=(u??"")+r[d+1]),this._$AH[d]=u}o&&!i&&this.j(e)}j(e){e===l?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},me=class extends I{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===l?void 0:e}},fe=class extends I{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==l)}},ge=class extends I{constructor(e,t,s,i,r){super(e,t,s,i,r),this.type=5}_$AI(e,t=this){if((e=D(this,e,t,0)??l)===_)return;let s=this._$AH,i=e===l&&s!==l||e.capture!==s.capture||e.once!==s.once||e.passive!==s.passive,r=e!==l&&(s===l||i);i&&this.element.removeEventListener(this.name,this,s),r&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},ve=class{constructor(e,t,s){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(e){D(this,e)}};var ws=$e.litHtmlPolyfillSupport;ws?.(z,K),($e.litHtmlVersions??=[]).push("3.3.3");var it=(n,e,t)=>{let s=t?.renderBefore??e,i=s._$litPart$;if(i===void 0){let r=t?.renderBefore??null;s._$litPart$=i=new K(e.insertBefore(F(),r),r,void 0,t??{})}return i._$AI(n),i};var we=globalThis,f=class extends S{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=it(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return _}};f._$litElement$=!0,f.finalized=!0,we.litElementHydrateSupport?.({LitElement:f});var ks=we.litElementPolyfillSupport;ks?.({LitElement:f});(we.litElementVersions??=[]).push("4.2.2");var Ts=8,ke=class extends f{static properties={cards:{attribute:!1},recent:{attribute:!1},kind:{type:String},listed:{type:Boolean},label:{type:String},picked:{attribute:!1},search:{state:!0},all:{state:!0}};constructor(){super(),this.cards=[],this.recent=[],this.kind="",this.listed=!1,this.label="Card",this.picked=null,this.search="",this.all=!1}createRenderRoot(){return this}render(){if(this.picked){let s=this.picked.card?.name??this.picked.hand?.name??"";return a`<div class="picked">
        <span>${s}${this.picked.hand?a` <em>typed by hand</em>`:l}</span>
        <button type="button" class="small" @click=${()=>this.pick(null)}>Another card</button>
      </div>`}let e=this.found(),t=this.all||this.search!==""?e:e.slice(0,Ts);return a`<label class="field">
        <span>${this.label}</span>
        <input type="search" autocomplete="off" placeholder="Type a part of the name" .value=${this.search} @input=${this.typed} @keydown=${this.key} />
      </label>
      <ul class="picks">
        ${t.map(s=>a`<li><button type="button" class="pick" data-card=${s.code} @click=${()=>this.pick({card:s})}>${this.line(s)}</button></li>`)}
        ${t.length<e.length?a`<li><button type="button" class="pick quiet" @click=${()=>this.all=!0}>All ${e.length} cards</button></li>`:l}
        ${this.search.trim()!==""&&!this.listed?a`<li><button type="button" class="pick quiet" @click=${this.byHand}>Not in the list: use “${this.search.trim()}”</button></li>`:l}
      </ul>`}line(e){if(!this.cards.some(s=>s.siege!=null))return a`<span>${e.name}</span> <small>${e.kind}</small>`;let t=e.siege==null?"siege not known":e.siege===0?"no siege":`siege ${e.siege}`;return a`<span>${e.name}</span> <small>${e.kind==="treachery"?"treachery":t}</small>`}found(){let e=rt(this.search.trim()),t=s=>{let i=this.recent.indexOf(s.name);return i<0?this.recent.length:i};return this.cards.filter(s=>(this.kind===""||s.kind===this.kind)&&rt(s.name).includes(e)).sort((s,i)=>t(s)-t(i)||s.name.localeCompare(i.name))}typed(e){this.search=e.target.value}key(e){if(e.key!=="Enter")return;e.preventDefault();let t=this.found();this.search.trim()!==""&&t[0]?this.pick({card:t[0]}):this.search.trim()!==""&&!this.listed&&this.byHand()}byHand(){let e=this.search.trim().slice(0,80);this.pick({hand:{name:e,kind:this.kind||"enemy"}})}pick(e){this.search="",this.dispatchEvent(new CustomEvent("picked",{detail:e}))}};function rt(n){return n.normalize("NFD").replace(/\p{M}/gu,"").toLocaleLowerCase()}customElements.define("muster-cards",ke);var Ss=450,xs=140,Te=class extends f{static properties={label:{type:String},value:{type:Number},min:{type:Number},max:{type:Number},empty:{type:String},waiting:{type:Boolean},disabled:{type:Boolean}};hold=0;held=!1;constructor(){super(),this.label="",this.value=0,this.min=0,this.max=99,this.empty="",this.waiting=!1,this.disabled=!1}createRenderRoot(){return this}disconnectedCallback(){super.disconnectedCallback(),this.release()}render(){return this.disabled?a`<strong class="fixed"><span class="unseen">${this.label}: </span>${this.value??(this.empty||"0")}</strong>`:a`<div class="stepper ${this.waiting?"is-waiting":""}" role="group" aria-label=${this.label}>
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
    </div>`}button(e,t,s){let i=this.value??0,r=e<0?i<=this.min:i>=this.max;return a`<button
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
    </button>`}tap(e){this.held?this.held=!1:this.step(e)}press(e){this.release(),this.held=!1,this.hold=window.setTimeout(()=>{this.held=!0,this.hold=window.setInterval(()=>this.step(e),xs)},Ss)}release(){clearTimeout(this.hold),clearInterval(this.hold)}step(e){let t=(this.value??0)+e;if(t<this.min||t>this.max)return this.release();this.dispatchEvent(new CustomEvent("by",{detail:e}))}typed(e){let t=e.target,s=t.value.trim().replace("−","-"),i=Number(s);if(s===""||!Number.isInteger(i)||i<this.min||i>this.max){t.value=this.value===null?"":String(this.value);return}this.dispatchEvent(new CustomEvent("to",{detail:i}))}};customElements.define("muster-stepper",Te);var Se=class extends f{static properties={label:{type:String},count:{type:Number},cards:{attribute:!1},rows:{state:!0}};constructor(){super(),this.label="",this.count=0,this.cards=[],this.rows=[]}createRenderRoot(){return this}willUpdate(e){e.has("count")&&this.rows.length!==this.count&&(this.rows=Array.from({length:this.count},()=>({icons:0})),queueMicrotask(()=>this.tell()))}render(){let e=this.rows.reduce((t,s)=>t+s.icons,0);return a`<fieldset class="choices eyes">
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
    </div>`}named(e,t){let s=this.cards.find(r=>r.name.toLocaleLowerCase()===t.toLocaleLowerCase()),i=s?s.icons??0:this.rows[e].icons;this.set(e,t===""?{icons:i}:{card:s?.name??t,icons:i})}set(e,t){this.rows=this.rows.map((s,i)=>i===e?t:s),this.tell()}tell(){this.dispatchEvent(new CustomEvent("eyes",{detail:this.rows}))}};customElements.define("muster-eyes",Se);var Es={waiting:E`<path d="M4 2h8v3l-3 3 3 3v3H4v-3l3-3-3-3z"/>`,done:E`<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.5 8.2l2.4 2.4 4.6-5"/>`,offline:E`<path d="M8 1.5l7 13H1z"/><path class="cut" d="M8 6v4m0 1.6v1.2"/>`,danger:E`<path d="M8 0.8l7.2 7.2L8 15.2 0.8 8z"/><path class="cut" d="M8 4.4v4.2m0 1.4v1.4"/>`,eye:E`<path class="line" d="M1 8c2.600-4 4.600-5 7-5s4.400 1 7 5c-2.600 4-4.600 5-7 5s-4.400-1-7-5z"/><path d="M8 3.500c2 3 2 6 0 9-2-3-2-6 0-9z"/>`,flag:E`<path d="M3 1h2v14H3z"/><path d="M6 2h8l-2.500 3L14 8H6z"/>`,locked:E`<path d="M3 7h10v7H3z"/><path class="line" d="M5 7V5a3 3 0 0 1 6 0v2"/>`};function h(n){return a`<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">${Es[n]}</svg>`}function g(n){return new Intl.DateTimeFormat(void 0,{hour:"2-digit",minute:"2-digit",hour12:!1}).format(new Date(n))}function ee(n){let e=Math.max(0,Math.floor(n/1e3)),t=i=>String(i).padStart(2,"0"),s=Math.floor(e/3600);return s>0?`${s}:${t(Math.floor(e/60)%60)}:${t(e%60)}`:`${Math.floor(e/60)}:${t(e%60)}`}function G(n){return n<0?`−${-n}`:`+${n}`}function v(n){return n.replace(/^facts\/game-facts\.md, "[\d.]+ (.+)"$/,'Game facts, "$1"')}var As=["Leadership","Tactics","Spirit","Lore","Fellowship"],Ps=400,xe=class extends f{static properties={asked:{attribute:!1},cards:{attribute:!1},recent:{attribute:!1},busy:{type:Boolean},values:{state:!0},hits:{state:!0},several:{state:!0},icons:{state:!0},heroes:{state:!0},final:{state:!0},ready:{state:!0}};picks=new Map;constructor(){super(),this.cards=[],this.recent=[],this.busy=!1,this.values=new Map,this.hits=new Map,this.several=new Map,this.icons=[],this.heroes=[],this.final=null,this.ready=!0}createRenderRoot(){return this}willUpdate(e){let t=e.get("asked");if(!(!e.has("asked")||t?.id===this.asked.id)){this.values=new Map,this.hits=new Map,this.several=new Map,this.icons=[],this.heroes=this.asked.heroes??[],this.picks=new Map;for(let s of this.asked.inputs){s.kind==="number"&&!s.optional&&this.put(s.field,ot(s,s.start??s.min??0));let i=(s.choices??[]).filter(r=>!r.disabled);s.choices?.length&&i.length===1&&!s.optional&&this.put(s.field,at(i[0]))}this.final=null,this.asked.sure?.length&&this.asked.inputs.length===0&&this.askOnce({data:structuredClone(this.asked.data),words:this.asked.label})}}askOnce(e){this.final=e,this.ready=!1,window.setTimeout(()=>this.ready=!0,Ps)}updated(e){e.has("ready")&&this.ready&&this.final&&this.querySelector("[data-back]")?.focus()}sure(e){let t=()=>this.asked.inputs.length===0?this.dispatchEvent(new Event("cancel")):this.final=null,s=this.busy||!this.ready;return a`<div class="sure">
      ${e.words===this.asked.label?l:a`<p><strong>${e.words}</strong></p>`}
      <div class="consequence" role="status">${(this.asked.sure??[]).map(i=>a`<p>${i}</p>`)}</div>
      ${this.asked.section?a`<p class="rule">${v(this.asked.section)}</p>`:l}
      <div class="bigs">
        <button type="button" class="big quiet" data-back ?disabled=${!this.ready} @click=${t}>Back</button>
        <button type="button" class="big main" data-yes ?disabled=${s} @click=${()=>this.fire(e)}>Yes</button>
      </div>
    </div>`}render(){let e=this.asked;return this.final?this.sure(this.final):a`<form @submit=${this.submit} novalidate>
      ${e.hint?a`<p class="hint">${e.hint}</p>`:l}
      ${this.order().map(t=>this.input(t))}
      ${e.confirm?.length?a`<ul class="confirm">${e.confirm.map(t=>a`<li>${t}</li>`)}</ul>`:l}
      ${e.section?a`<p class="rule">${v(e.section)}</p>`:l}
      <div class="row">
        <button type="button" class="quiet" @click=${()=>this.dispatchEvent(new Event("cancel"))}>Cancel</button>
        <button class="main" data-submit ?disabled=${this.busy||!this.complete()}>${e.label}</button>
      </div>
    </form>`}order(){let e=this.asked.inputs.filter(t=>this.wanted(t));return this.byName()?e.sort((t,s)=>+(s.kind==="character")-+(t.kind==="character")):e}wanted(e){let t=this.asked.inputs.filter(N);if(N(e)&&e.kind!=="card"&&e.optional&&!e.choices?.length)return!1;if(e.kind==="card")return!t.some(i=>i!==e&&i.optional&&this.values.has(i.field));let s=this.picks.size>0;return e.field==="siege"&&t.length>0?s||t.some(i=>this.values.has(i.field)):e.kind==="table"&&t.some(i=>i.kind==="card")?s:e.field==="player"&&e.optional&&this.asked.inputs.some(i=>i.kind==="character")?this.byName():!0}byName(){let e=this.asked.inputs.find(s=>s.kind==="character"),t=e&&this.values.get(e.field);return!!t&&!t.data}input(e){switch(e.kind){case"number":return this.number(e);case"text":return this.text(e);case"flag":return this.flag(e);case"card":return this.card(e);case"hits":return this.archery(e);case"heroes":return this.heroForm(e);case"several":return this.many(e);case"icons":return a`<muster-eyes .label=${e.label} .count=${e.max??0} .cards=${this.cards} @eyes=${t=>this.icons=t.detail}></muster-eyes>`;case"character":return a`${this.choice(e)}${this.text({...e,label:"Another character, by name",max:80},!0)}`;default:return this.choice(e)}}number(e){let t=this.values.get(e.field)?.value,s=e.field==="siege"?this.printed():void 0,i=t??s??null,r=o=>this.put(e.field,ot(e,o));return a`<div class="field">
      <span>${e.label}${e.optional&&i===null?a` <small>${e.field==="siege"?"not known: read it off the card":"(worked out unless you type it)"}</small>`:l}</span>
      <muster-stepper
        .label=${e.label}
        .value=${i}
        .min=${e.min??0}
        .max=${e.max??99}
        .empty=${"?"}
        @by=${o=>r((i??e.start??0)+o.detail)}
        @to=${o=>r(o.detail)}
      ></muster-stepper>
    </div>`}text(e,t=!1){let s=this.values.get(e.field),i=t&&s?.data?"":String(s?.value??""),r=o=>{let c=o.target.value.trim().slice(0,e.max||120);c===""?this.drop(e.field):this.put(e.field,{value:c,words:c})};return a`<label class="field">
      <span>${e.label}${e.optional?a` <small>(may stay empty)</small>`:l}</span>
      <input type="text" autocomplete="off" maxlength=${e.max||120} .value=${i} @input=${r} />
    </label>`}flag(e){let t=this.values.get(e.field)?.value===!0;return a`<label class="flag"><input type="checkbox" .checked=${t} @change=${()=>t?this.drop(e.field):this.put(e.field,{value:!0,words:e.label})} /><span>${e.label}</span></label>`}choice(e){let t=this.values.get(e.field),s=r=>{N(e)&&this.clearPieces(),this.put(e.field,at(r)),this.isOneTap(e)&&this.give()},i=e.choices?.length?l:a`<p class="hint">There is none in play.</p>`;return a`<fieldset class="choices">
      <legend>${e.label}${e.optional&&!N(e)?a` <small>(optional)</small>`:l}</legend>
      ${i}
      ${(e.choices??[]).map(r=>{let o=ct(t?.value,r.value)&&ct(t?.data,r.data);return a`<button
          type="button"
          class="choice"
          aria-pressed=${o?"true":"false"}
          ?disabled=${r.disabled||this.busy}
          data-value=${lt(r.value)}
          @click=${()=>o&&e.optional?this.drop(e.field):s(r)}
        >
          <span>${r.label}</span>${r.why?a`<small>${r.why}</small>`:l}${o?h("done"):l}
        </button>`})}
    </fieldset>`}card(e){let t=s=>{this.clearPieces(),s.detail?this.picks.set(e.field,s.detail):this.picks.delete(e.field);let i=s.detail;i?.card?this.put(e.field,{value:i.card.code||i.card.name,words:i.card.name}):i?.hand&&this.put("hand",{value:i.hand,words:i.hand.name}),this.requestUpdate()};return a`<muster-cards
      .cards=${this.cards}
      .recent=${this.recent}
      .kind=${e.cardKind??""}
      .listed=${e.listed??!1}
      .label=${e.label}
      .picked=${this.picks.get(e.field)??null}
      @picked=${t}
    ></muster-cards>`}archery(e){let t=e.max??0,s=[...this.hits.values()].reduce((r,o)=>r+o,0),i=(r,o)=>{this.hits=new Map(this.hits).set(r,Math.max(0,o))};return a`<fieldset class="choices">
      <legend>${e.label}</legend>
      <p class="hint" aria-live="polite"><strong>${s} of ${t}</strong> assigned</p>
      ${(e.choices??[]).map((r,o)=>{let c=this.hits.get(o)??0;return a`<div class="field">
          <span>${r.label}${r.why?a` <small>${r.why}</small>`:l}</span>
          <muster-stepper
            .label=${`Damage to ${r.label}`}
            .value=${c}
            .max=${c+Math.max(0,t-s)}
            .disabled=${r.disabled??!1}
            @by=${d=>i(o,c+d.detail)}
            @to=${d=>i(o,d.detail)}
          ></muster-stepper>
        </div>`})}
    </fieldset>`}many(e){let t=this.several.get(e.field)??new Set,s=i=>{let r=new Set(t);r.delete(i)||r.add(i),this.several=new Map(this.several).set(e.field,r)};return a`<fieldset class="choices">
      <legend>${e.label}${e.optional?a` <small>(optional)</small>`:l}</legend>
      ${e.choices?.length?l:a`<p class="hint">There is none in play.</p>`}
      ${(e.choices??[]).map((i,r)=>a`<button
          type="button"
          class="choice"
          aria-pressed=${t.has(r)?"true":"false"}
          ?disabled=${i.disabled||this.busy}
          data-value=${lt(i.value)}
          @click=${()=>s(r)}
        >
          <span>${i.label}</span>${i.why?a`<small>${i.why}</small>`:l}${t.has(r)?h("done"):l}
        </button>`)}
    </fieldset>`}heroForm(e){let t=e.full?4:3,s=Array.from({length:t},(r,o)=>this.heroes[o]??{title:"",threat:0,hitPoints:0}),i=(r,o)=>{this.heroes=s.map((c,d)=>d===r?{...c,...o}:c)};return a`${s.map((r,o)=>a`<fieldset class="hero">
        <legend>Hero ${o+1}</legend>
        <label class="field">
          <span>Name on the card</span>
          <input type="text" autocomplete="off" maxlength="80" .value=${r.title} @input=${c=>i(o,{title:c.target.value})} />
        </label>
        <div class="field">
          <span>Threat cost</span>
          <muster-stepper .label=${`Threat cost of hero ${o+1}`} .value=${r.threat} .max=${20} @by=${c=>i(o,{threat:r.threat+c.detail})} @to=${c=>i(o,{threat:c.detail})}></muster-stepper>
        </div>
        <div class="field">
          <span>Hit points</span>
          <muster-stepper .label=${`Hit points of hero ${o+1}`} .value=${r.hitPoints} .max=${20} @by=${c=>i(o,{hitPoints:r.hitPoints+c.detail})} @to=${c=>i(o,{hitPoints:c.detail})}></muster-stepper>
        </div>
        ${e.full?this.heroNumbers(r,o,c=>i(o,c)):l}
      </fieldset>`)}${e.label?a`<p class="hint">${e.label}</p>`:l}`}heroNumbers(e,t,s){let i=[["willpower","Willpower"],["attack","Attack"],["defense","Defense"]];return a`<label class="field">
        <span>Sphere</span>
        <select .value=${e.sphere??""} @change=${r=>s({sphere:r.target.value})}>
          <option value="">not said</option>
          ${As.map(r=>a`<option value=${r} ?selected=${e.sphere===r}>${r}</option>`)}
        </select>
      </label>
      ${i.map(([r,o])=>a`<div class="field">
          <span>${o}</span>
          <muster-stepper .label=${`${o} of hero ${t+1}`} .value=${e[r]??0} .max=${20} @by=${c=>s({[r]:(e[r]??0)+c.detail})} @to=${c=>s({[r]:c.detail})}></muster-stepper>
        </div>`)}
      <label class="flag"><input type="checkbox" .checked=${e.ranged??!1} @change=${r=>s({ranged:r.target.checked})} /><span>Ranged</span></label>
      <label class="flag"><input type="checkbox" .checked=${e.sentinel??!1} @change=${r=>s({sentinel:r.target.checked})} /><span>Sentinel</span></label>`}printed(){for(let e of this.picks.values())if(e.card?.siege!=null)return e.card.siege;for(let e of this.values.values()){let t=e.data?.siege;if(typeof t=="number")return t}}isOneTap(e){return this.asked.inputs.length===1&&!e.optional&&e.kind!=="character"&&!this.asked.confirm?.length}complete(){return this.asked.blocked?!1:this.asked.inputs.every(e=>e.kind==="hits"?this.assigned(e):e.kind==="heroes"?this.named().length>0:e.kind==="several"?(this.several.get(e.field)?.size??0)>=(e.optional?0:e.min??1):e.kind==="icons"?this.icons.length===(e.max??0):e.kind==="card"?e.optional||!this.wanted(e)||this.values.has(e.field)||this.values.has("hand"):e.kind==="table"||e.field==="player"&&this.byName()?!this.wanted(e)||this.values.has(e.field):e.kind==="flag"||e.optional?!0:this.values.has(e.field))&&this.somethingToDestroy()}somethingToDestroy(){let e=this.asked.inputs.filter(N);return e.some(t=>t.kind==="card")?e.some(t=>this.values.has(t.field))||this.values.has("hand"):!0}assigned(e){return[...this.hits.values()].reduce((s,i)=>s+i,0)===(e.max??0)||this.values.get("noMore")?.value===!0}named(){return this.heroes.map(e=>Object.fromEntries(Object.entries({...e,title:e.title.trim()}).filter(([t,s])=>["title","threat","hitPoints"].includes(t)||s))).filter(e=>e.title!=="")}clearPieces(){for(let e of this.asked.inputs)N(e)&&this.drop(e.field);this.drop("hand"),this.drop("siege"),this.picks.clear()}put(e,t){this.values=new Map(this.values).set(e,t)}drop(e){let t=new Map(this.values);t.delete(e),this.values=t}submit(e){e.preventDefault(),!this.busy&&this.complete()&&this.give()}give(){let e=structuredClone(this.asked.data??{}),t=[];for(let r of this.asked.inputs)if(r.kind==="hits"&&j(e,r.field,this.hitList(r)),r.kind==="heroes"&&j(e,r.field,this.named()),r.kind==="icons"&&j(e,r.field,this.icons),r.kind==="several"){let o=[...this.several.get(r.field)??[]].sort((c,d)=>c-d).map(c=>r.choices[c]);if(o.length===0)continue;j(e,r.field,o.map(c=>c.value)),t.push(o.map(c=>c.label).join(", "))}for(let[r,o]of this.values){j(e,r,o.value);for(let[c,d]of Object.entries(o.data??{}))c!=="siege"&&j(e,c,d);t.push(o.words)}let s=[...this.picks.values()][0],i={data:e,words:[this.asked.label,...t].join(" · ")};s&&(i.card=s.card?.name??s.hand?.name??""),this.asked.sure?.length?this.askOnce(i):this.fire(i)}fire(e){this.dispatchEvent(new CustomEvent("given",{detail:e}))}hitList(e){let t=[];for(let[s,i]of this.hits){let r=e.choices?.[s];r&&i>0&&t.push({...r.data??{},character:r.value,damage:i})}return t}};function N(n){return n.kind==="card"||n.kind==="enemy"||n.kind==="location"}function at(n){let e={value:n.value,words:n.label};return n.data&&(e.data=n.data),e}function ot(n,e){let t=Math.min(n.max??99,Math.max(n.min??0,e));return{value:t,words:`${n.label.toLocaleLowerCase()} ${t}`}}function lt(n){return typeof n!="object"||n===null?String(n):Object.values(n).join(" ")}function ct(n,e){return JSON.stringify(n??null)===JSON.stringify(e??null)}function j(n,e,t){let s=e.split("."),i=n;for(let r of s.slice(0,-1))i=i[r]??={};i[s.at(-1)]=t}customElements.define("muster-form",xe);function te(n,e){let t=document.createElement("a");t.href=URL.createObjectURL(new Blob([JSON.stringify(e,null,2)],{type:"application/json"})),t.download=n,t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e4)}var B=class{constructor(e,t){this.vault=e;this.name=t}vault;name;me=Math.random().toString(36).slice(2);async take(e){if(navigator.locks)return navigator.locks.request(`muster ${this.name}`,{ifAvailable:!0},async t=>(t&&await e(async()=>{}),t!==null));if(!await this.lease())return!1;try{await e(async()=>{await this.lease()})}finally{await this.giveBack()}return!0}async lease(){let e=this.vault.transaction("leases","readwrite"),t=Date.now(),s=await e.store.get(this.name),i=!s||s.holder===this.me||s.until<t||s.until>t+2e4;return i&&await e.store.put({holder:this.me,until:t+2e4},this.name),await e.done,i}async giveBack(){let e=this.vault.transaction("leases","readwrite");(await e.store.get(this.name))?.holder===this.me&&await e.store.delete(this.name),await e.done}};var Rs=2e3,Ms=5,se=class{constructor(e){this.changed=e}changed;keeper;print="";tries=0;get state(){return this.keeper?.state}start(e,t,s){e&&setTimeout(()=>{this.load(e,t,s)},Rs*(this.tries+1))}async load(e,t,s){try{let{Keeper:i}=await(this.tries>0?import(`${e}?again=${this.tries}`):import(e));this.keeper=await i.open(t,new B(s,`log ${t}`)),this.keeper.addEventListener("change",this.changed),this.keeper.told(this.print),this.changed()}catch(i){console.warn("the log is not checked",i),++this.tries<Ms&&this.start(e,t,s)}}told(e=""){this.print=e,this.keeper?.told(e)}wake(){this.keeper?.wake()}read(){this.keeper?.read()}async save(e,t,s){this.keeper&&te(`muster-log-${e}-${t.replace("/","-")}.json`,await this.keeper.file({gathering:e,table:t,device:s}))}},dt=n=>n.slice(n.indexOf(" ")+1);function ht(n){let e=n.checked.state?.alarms.filter(i=>!i.read)??[],t=e.at(-1);if(!t)return l;let s=["signature","key","shown"].includes(t.kind);return a`<section class="alert" data-alarm=${t.kind}>
    <h2>${h("danger")} ${s?"The log is not signed as it was":"The log was changed afterwards"}</h2>
    <p>${t.says}</p>
    <p><strong>Call a judge and show this. Keep this phone as it is:</strong> what it keeps proves what the server has shown. Play goes on meanwhile.</p>
    <p class="hint">${e.length>1?`${e.length} alarms are not read yet. `:""}If the organiser has set this gathering up anew, as after a rehearsal, this is why; a judge will know.</p>
    <div class="row">
      <button type="button" @click=${()=>n.sheet={kind:"log"}}>What is kept</button>
      <button type="button" class="main" data-alarm-read @click=${()=>n.checked.read()}>I have read this</button>
    </div>
  </section>`}function ut(n){let e=n.checked.state;return!e||e.count===0&&!n.view.checkpoint?l:a`<button type="button" class="quiet wide checked" data-checked @click=${()=>n.sheet={kind:"log"}}>${pt(n,e)}</button>`}function pt(n,e){let t=e.newest[0],s=e.alarms.at(-1);return s?a`<span>${h("danger")} Log: alarm at ${g(s.at)}. A judge has to know.</span>`:t?!n.live||e.why?a`<span>${h("waiting")} Log not checked since ${g(t.seen)} (up to ${t.size})</span>`:a`<span>Log checked up to ${t.size}, ${g(t.seen)}, <span class="print">${dt(t.fingerprint)}</span></span>`:a`<span>Log not checked yet</span>`}function mt(n){let e=n.checked.state,t=n.view;return!e||e.count===0&&e.alarms.length===0?a`<p>This phone keeps nothing of the log yet.${e?.why?` It was not checked: ${e.why}.`:""}</p>`:a`<p>${pt(n,e)}</p>
    ${e.why?a`<p class="hint">The newest could not be checked: ${e.why}. It is tried again.</p>`:l}
    <p class="hint">The server signs everything that is entered. This phone keeps every such checkpoint that it is shown, and checks that each goes on from the one before: nobody can change the past unseen. Compare the letters with the wall or with another phone.</p>
    ${e.alarms.length>0?a`<h3>Alarms</h3>
          <ul class="lines plain" data-alarms>${e.alarms.map(s=>a`<li><div><span>${h("danger")} ${s.says}</span><small>${g(s.at)}${s.read?`, read at ${g(s.read)}`:""}${s.more?`; ${s.more} more after it`:""}</small></div></li>`)}</ul>`:l}
    <h3>${e.count} kept${e.count>e.newest.length?`, the newest ${e.newest.length}`:""}</h3>
    <ol class="lines plain" data-kept reversed>
      ${e.newest.map(s=>a`<li><div><span>${s.size} <span class="print">${dt(s.fingerprint)}</span></span><small>${g(s.seen)}${s.after>0?`, goes on from ${s.after}`:s.history>1?", does not go on from those before":", the first"}</small></div></li>`)}
    </ol>
    <p class="hint">This page comes from the same server. To be sure, check the file on another machine with the bundle that the organiser gives away: <code>muster verify BUNDLE --phone FILE</code></p>
    <div class="smalls"><button type="button" data-export-log @click=${()=>{n.checked.save(t.gathering,`${t.group}/${t.table}`,n.shell.device)}}>Save as a file</button></div>`}var ne=class extends EventTarget{constructor(t,s,i){super();this.stream=t;this.state=s;this.report=i;addEventListener("online",()=>this.restart()),addEventListener("pageshow",r=>r.persisted&&this.restart()),document.addEventListener("visibilitychange",()=>document.hidden?this.stop():this.restart())}stream;state;report;live=!1;heardAt=0;signedOut=!1;asked=!1;abort;timer=0;failures=0;last="";restart(){this.failures=0,this.stop(),this.open()}stop(){clearTimeout(this.timer);let t=this.abort;this.abort=void 0,t?.abort()}async open(){let t=new AbortController;this.abort=t;let s=()=>{this.set(!1),t.abort()},i=setTimeout(()=>t.abort(),8e3),r=()=>{this.heardAt=Date.now(),clearTimeout(i),i=setTimeout(s,25e3)};try{let c={Accept:"text/event-stream"};this.last&&(c["Last-Event-ID"]=this.last);let d=await fetch(`${this.stream}?${this.report()}`,{headers:c,signal:t.signal,cache:"no-store",redirect:"error"});if(d.status===401||d.status===403)return this.refused();if(!d.ok||!d.body)throw new Error(`stream answered ${d.status}`);r(),await this.read(d.body,r)}catch{}finally{clearTimeout(i)}if(this.abort!==t||(this.set(await this.ask()),this.abort!==t))return;let o=Math.min(4e3,1e3*2**Math.min(this.failures++,10));this.timer=window.setTimeout(()=>{this.open()},o*(.5+Math.random()/2))}async ask(){try{let t=await fetch(this.state,{signal:AbortSignal.timeout(8e3),cache:"no-store",redirect:"error"});if(!t.ok)return!1;let s=await t.json();return this.heardAt=Date.now(),this.dispatchEvent(new CustomEvent("view",{detail:s})),!0}catch{return!1}}async read(t,s){let i=t.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{value:o,done:c}=await i.read();if(c)return;s(),this.failures=0,this.set(!0),r+=o.replaceAll("\r","");let d;for(;(d=r.indexOf(`

`))>=0;)this.frame(r.slice(0,d)),r=r.slice(d+2)}}frame(t){let s=[],i="message";for(let r of t.split(`
`)){let o=r.indexOf(":");if(o===0)continue;let[c,d]=o<0?[r,""]:[r.slice(0,o),r.slice(o+1).replace(/^ /,"")];c==="data"?s.push(d):c==="event"?i=d:c==="id"&&(this.last=d)}s.length===0||i!=="view"&&i!=="message"||this.dispatchEvent(new CustomEvent("view",{detail:JSON.parse(s.join(`
`))}))}refused(){this.signedOut=!0,this.set(!1),this.dispatchEvent(new Event("state"))}set(t){this.asked&&t===this.live&&!(t&&this.signedOut)||(this.asked=!0,this.live=t,t&&(this.signedOut=!1),this.dispatchEvent(new Event("state")))}};var C=n=>typeof n=="number"?n:0,_s={"lotr.change-threat.v1":(n,e,t)=>{for(let s of n.players)s.out||e.player&&e.player!==s.player||(typeof e.to=="number"?s.threat=e.to:s.threat>=0&&(s.threat=Math.max(0,s.threat+C(e.by))),t(`threat:${s.player}`))},"lotr.place-progress.v1":(n,e,t)=>{let s=C(e.by),i=C(e.location)||(e.direct?0:n.quest.activeNumber),r=n.locations.find(o=>o.number===i);if(r){let o=r.questPoints>0?r.questPoints-r.progress:s,c=e.location?s:Math.min(s,Math.max(0,o));r.progress=Math.max(0,r.progress+c),r.active&&(n.quest.activeAt=r.progress),t(`location:${r.number}`),s=e.location?0:s-c}s!==0&&(n.quest.progress=Math.max(0,n.quest.progress+s),t("progress"))},"lotr.progress-power.v1":(n,e,t)=>{n.quest.power=Math.max(0,n.quest.power+C(e.by)),t("power")},"lotr.damage-enemy.v1":(n,e,t)=>{let s=n.enemies.find(i=>i.number===e.enemy);s&&(s.damage=Math.max(0,s.damage+C(e.by))),t(`enemy:${String(e.enemy)}`)},"lotr.destroy-enemy.v1":(n,e)=>{let t=n.enemies.find(s=>s.number===e.enemy);t&&(n.enemies=n.enemies.filter(s=>s!==t)),ft(n,t?.name,t?.siege,e)},"lotr.explore-location.v1":(n,e)=>{let t=n.locations.find(s=>s.number===e.location);t&&(n.locations=n.locations.filter(s=>s!==t)),t?.active&&Object.assign(n.quest,{active:"",activeNumber:0,activeAt:0,activeOf:0}),ft(n,t?.name,t?.siege,e)},"lotr.travel.v1":(n,e,t)=>{for(let i of n.locations)i.active=i.number===e.location;let s=n.locations.find(i=>i.active);s&&Object.assign(n.quest,{active:s.name,activeNumber:s.number,activeAt:s.progress,activeOf:s.questPoints}),t(`location:${String(e.location)}`)},"lotr.engage.v1":(n,e,t)=>{let s=n.enemies.find(i=>i.number===e.enemy);s&&(s.engaged=String(e.player),s.engagedName=n.players.find(i=>i.player===s.engaged)?.name??""),t(`enemy:${String(e.enemy)}`)},"lotr.damage-character.v1":(n,e,t)=>{let i=n.players.find(r=>r.player===e.player)?.heroes?.find(r=>r.title===e.character);i&&(i.damage=Math.max(0,i.damage+C(e.by))),t(`hero:${String(e.player)}:${String(e.character)}`)},"lotr.destroy-character.v1":(n,e,t)=>{let i=n.players.find(r=>r.player===e.player)?.heroes?.find(r=>r.title===e.character);i&&(i.dead=!0),t(`hero:${String(e.player)}:${String(e.character)}`)},"lotr.place-tokens.v1":(n,e,t)=>{let s=e.piece,i={resource:"resources",damage:"damage",progress:"progress"}[String(e.token)];if(!s?.kind||!i)return;let o=(s.kind==="objective"?n.objectives:s.kind==="side-quest"?n.sideQuests:s.kind==="location"?n.locations:s.kind==="enemy"?n.enemies:[]).find(c=>c.number===s.number);o&&(o[i]=Math.max(0,(o[i]??0)+C(e.by))),t(`${i}:${s.kind}:${s.number??0}`)},"lotr.tick-trigger.v1":(n,e)=>{for(let t of n.checklist)for(let s of t.items)s.id===e.trigger&&s.state==="due"&&(s.state="done")},"lotr.begin-phase.v1":(n,e,t)=>{let s=n.roundPhases.findIndex(i=>i.phase===e.phase);s<0||(n.roundPhase=String(e.phase),n.roundPhases=n.roundPhases.map((i,r)=>({...i,state:r<s?"done":r===s?"now":"ahead"})),t("phase"))},"group.end-round.v1":(n,e,t)=>{n.ended=!0,t("ended")}};function ft(n,e,t,s){let i=s.hand,o=(typeof s.siege=="number"?s.siege:void 0)??t??i?.siege??null;n.scored=[...n.scored,{item:0,card:e??i?.name??String(s.card??"?"),siege:o}],o===null?n.siege.unknown++:n.siege.round+=o}function gt(n,e){let t=new Set;if(e.length===0)return{view:n,touched:t};let s=structuredClone(n);for(let i of e)i.refused||_s[i.type]?.(s,i.data,r=>t.add(r));return{view:s,touched:t}}function ie(n){let e=["players","enemies","locations","scored","victory","lorien","roundPhases","actions","steps","summary","open","toDo","notices","barrier","objectives","sideQuests","checklist","pending"],t={...n};for(let s of e)t[s]=n[s]??[];return t}var Pe=(n,e)=>e.some(t=>n instanceof t),vt,$t;function Cs(){return vt||(vt=[IDBIndex,IDBObjectStore,IDBCursor,IDBDatabase,IDBTransaction])}function Os(){return $t||($t=["advance","continue","continuePrimaryKey"].map(n=>IDBCursor.prototype[n]))}var Re=new WeakMap,Ee=new WeakMap,re=new WeakMap;function Ls(n){let e=new Promise((t,s)=>{let i=()=>{n.removeEventListener("success",r),n.removeEventListener("error",o)},r=()=>{t(O(n.result)),i()},o=()=>{s(n.error),i()};n.addEventListener("success",r),n.addEventListener("error",o)});return re.set(e,n),e}function Ds(n){if(Re.has(n))return;let e=new Promise((t,s)=>{let i=()=>{n.removeEventListener("complete",r),n.removeEventListener("error",o),n.removeEventListener("abort",o)},r=()=>{t(),i()},o=()=>{s(n.error||new DOMException("AbortError","AbortError")),i()};n.addEventListener("complete",r),n.addEventListener("error",o),n.addEventListener("abort",o)});Re.set(n,e)}var Me={get(n,e,t){if(n instanceof IDBTransaction){if(e==="done")return Re.get(n);if(e==="store")return t.objectStoreNames[1]?void 0:t.objectStore(t.objectStoreNames[0])}return O(n[e])},set(n,e,t){return n[e]=t,!0},has(n,e){return n instanceof IDBTransaction&&(e==="done"||e==="store")?!0:e in n}};function kt(n){Me=n(Me)}function Is(n){return Os().includes(n)?function(...e){return n.apply(_e(this),e),O(this.request)}:function(...e){return O(n.apply(_e(this),e))}}function Ns(n){return typeof n=="function"?Is(n):(n instanceof IDBTransaction&&Ds(n),Pe(n,Cs())?new Proxy(n,Me):n)}function O(n){if(n instanceof IDBRequest)return Ls(n);if(Ee.has(n))return Ee.get(n);let e=Ns(n);return Object.is(e,n)||(Ee.set(n,e),re.set(e,n)),e}var _e=n=>re.get(n);function ae(n,e,{blocked:t,upgrade:s,blocking:i,terminated:r}={}){let o=indexedDB.open(n,e),c=O(o);return s&&o.addEventListener("upgradeneeded",d=>{s(O(o.result),d.oldVersion,d.newVersion,O(o.transaction),d)}),t&&o.addEventListener("blocked",d=>t(d.oldVersion,d.newVersion,d)),c.then(d=>{r&&d.addEventListener("close",()=>r()),i&&d.addEventListener("versionchange",u=>i(u.oldVersion,u.newVersion,u))}).catch(()=>{}),c}var js=["get","getKey","getAll","getAllKeys","count"],Bs=["put","add","delete","clear"],Ae={};function yt(n,e){if(!(n instanceof IDBDatabase&&!(e in n)&&typeof e=="string"))return;if(Ae[e])return Ae[e];let t=e.replace(/FromIndex$/,""),s=e!==t,i=Bs.includes(t);if(!(t in(s?IDBIndex:IDBObjectStore).prototype)||!(i||js.includes(t)))return;let r=async function(o,...c){let d=this.transaction(o,i?"readwrite":"readonly"),u=d.store;return s&&(u=u.index(c.shift())),(await Promise.all([u[t](...c),i&&d.done]))[0]};return Ae[e]=r}kt(n=>({...n,get:(e,t,s)=>yt(e,t)||n.get(e,t,s),has:(e,t)=>!!yt(e,t)||n.has(e,t)}));var Hs=["advance","continue","continuePrimaryKey"],bt={},Ce=new WeakMap,Tt=new WeakMap,Us={get(n,e){if(!Hs.includes(e))return n[e];let t=bt[e];return t||(t=bt[e]=function(...s){Ce.set(this,Tt.get(this)[e](...s))}),t}};async function*Vs(...n){let e=this;if(e instanceof IDBCursor||(e=await e.openCursor(...n)),!e)return;e=e;let t=new Proxy(e,Us);for(Tt.set(t,e),re.set(t,_e(e));e;)yield t,e=await(Ce.get(t)||e.continue()),Ce.delete(t)}function wt(n,e){return e===Symbol.asyncIterator&&Pe(n,[IDBIndex,IDBObjectStore,IDBCursor])||e==="iterate"&&Pe(n,[IDBIndex,IDBObjectStore])}kt(n=>({...n,get(e,t,s){return wt(e,t)?Vs:n.get(e,t,s)},has(e,t){return wt(e,t)||n.has(e,t)}}));var qs=8e3,St=3e4,oe=class n{constructor(e,t,s,i,r){this.db=e;this.script=t;this.gathering=s;this.stream=i;this.device=r}db;script;gathering;stream;device;crypto;own;tries=0;failedAt=-St;static async open(e,t,s,i){if(!(!i||!e))try{let r=await ae("muster keys",1,{upgrade(c){c.createObjectStore("keys"),c.createObjectStore("shown")}}),o=new n(r,e,t,`${t}/g/${s}`,i);return o.own=await r.get("keys",t),o}catch(r){console.warn("entries of this phone are not signed",r);return}}get key(){return this.own?.key??""}get fingerprint(){return this.own?.fingerprint??""}async ready(e){if(this.crypto&&this.own)return!0;if(!e&&performance.now()<this.failedAt+St)return!1;try{this.crypto??=(await Fs(this.tries>0?import(`${this.script}?again=${this.tries}`):import(this.script))).crypto;let t=this.crypto,s=this.db.transaction("keys","readwrite",{durability:"strict"});return this.own=await s.store.get(this.gathering),this.own||await s.store.put(this.own=Ws(t),this.gathering),await s.done,!0}catch(t){return console.warn("this phone cannot sign now",t),this.tries++,this.failedAt=performance.now(),!1}}async known(){return this.key!==""&&await this.db.get("shown",this.place).catch(()=>{})===this.key}async note(e){e?await this.db.put("shown",this.key,this.place):await this.db.delete("shown",this.place)}seal(e){let{toBase64:t,sign:s,text:i}=this.crypto;return t(s(i(zs(this.stream,this.device,e)),this.own.secret))}get place(){return`${this.stream}|${this.device}`}};function Fs(n){return Promise.race([n,new Promise((e,t)=>setTimeout(()=>t(new Error("no answer")),qs))])}function Ws({newKey:n,publicKey:e,sha256:t,toBase64:s}){let i=n(),r=e(i),o=Array.from(t(r).slice(0,8),c=>c.toString(16).padStart(2,"0")).join("");return{secret:i,key:s(r),fingerprint:o.match(/.{4}/g).join(" ")}}function zs(n,e,t){let s=JSON.stringify(t.data).replace(/[<>&\u2028\u2029]/g,i=>"\\u"+i.charCodeAt(0).toString(16).padStart(4,"0"));return["muster command v1",n,t.id,e,t.n??0,t.round??0,t.type,s].join(`
`)}var Ks=new Set(["busy","unavailable","internal","log-damaged"]);async function Oe(n,e,t,s){let i=e.map((c,d)=>{let u={id:c.id,...t>0?{n:t+d}:{},...c.round?{round:c.round}:{},type:c.type,data:c.data};return s?{...u,sig:s(u)}:u}),r,o;try{r=await fetch(n,{method:"POST",headers:{"Content-Type":"application/json",Accept:"application/json"},body:JSON.stringify({commands:i}),credentials:"same-origin",redirect:"error",cache:"no-store",signal:AbortSignal.timeout(8e3)}),o=await r.json()}catch{return{answers:[],again:"no-connection"}}return Gs(r.status,o??{})}function Gs(n,e){let t=Array.isArray(e.answers)?e.answers:[],s=Js(n,e);return n===401?{answers:t,signedOut:!0}:n===413?{answers:t,tooLarge:!0,refused:s}:n===429||n>=500||s&&Ks.has(s.code)?{answers:t,again:"server-busy",...s?{why:s.says}:{}}:n===200&&!Array.isArray(e.answers)?{answers:t,again:"no-connection"}:{answers:t,refused:s}}async function xt(n){try{return(await fetch(n,{signal:AbortSignal.timeout(8e3),cache:"no-store",redirect:"error"})).status===401}catch{return!1}}function Js(n,e){let t=e.refused;if(t?.code)return t;if(n<400)return;let s=[e.detail,e.title].find(i=>typeof i=="string"&&i!=="");return{code:String(e.code??`http-${n}`),says:s??`The server answered ${n}.`}}function A(n=Date.now()){let e=crypto.getRandomValues(new Uint8Array(16)),t=Math.max(0,Math.floor(n));for(let i=5;i>=0;i--)e[i]=t%256,t=Math.floor(t/256);e[6]=112|e[6]&15,e[8]=128|e[8]&63;let s=Array.from(e,i=>i.toString(16).padStart(2,"0")).join("");return[s.slice(0,8),s.slice(8,12),s.slice(12,16),s.slice(16,20),s.slice(20)].join("-")}var Et=50,Le=900,Qs=3e4,De="group.take-recorder.v1",Ys="group.register-key.v1",At=5;function Pt(n,e){return typeof n=="string"?n:n(e)}var le=class extends EventTarget{constructor(t,s,i){super();this.vault=t;this.place=s;this.signer=i;let r=`${s.gathering}/${s.group}`;this.topic=`${r}/${s.table}`,this.url=`/api/v1/gatherings/${s.gathering}/groups/${s.group}/commands`,this.counter=`${r}|${s.device}`,this.turn=new B(t,r),this.channel.onmessage=()=>{this.reload().then(()=>this.flush())}}vault;place;signer;entries=[];sent=[];sending="idle";why="";signs=!1;otherKey=!1;topic;url;counter;turn;channel=new BroadcastChannel("muster outbox");running=!1;asked=!1;failures=0;timer=0;limit=Et;shown=0;recording=!1;declined=!1;get refused(){return this.entries.find(t=>t.refused)}async reload(){this.entries=await this.vault.getAllFromIndex("entries","topic",this.topic),this.dispatchEvent(new Event("change"))}async add(t,s,i){let r=Date.now(),o=this.vault.transaction("entries","readwrite",{durability:"strict"}),c=(await o.store.index("topic").openCursor(this.topic,"prev"))?.value,d=A(r);if(i&&c?.merge===i&&c.round===t.round&&c.tries===0&&!c.refused&&r<c.notBefore){d=c.id;let u=Number(c.data.by)+Number(t.data.by);u===0?await o.store.delete(c.seq):await o.store.put({...c,data:{...c.data,by:u},words:Pt(s,u),notBefore:r+Le})}else{let u={...t,id:d,topic:this.topic,words:Pt(s,Number(t.data.by)),at:r,tries:0,notBefore:i?r+Le:0};i&&(u.merge=i),await o.store.add(u)}return await o.done,await this.changed(),this.flush(),d}async remove(t){let s=this.vault.transaction("entries","readwrite",{durability:"strict"}),i=await s.store.get(t),r=!!i&&i.tries>0&&!i.refused;return await s.store.delete(t),await s.done,await this.changed(),this.flush(),!r}async redo(t){let s=this.vault.transaction("entries","readwrite",{durability:"strict"}),i=await s.store.get(t);i?.refused&&(delete i.refused,await s.store.put({...i,id:A(),tries:0,at:Date.now()})),await s.done,await this.changed(),this.flush()}async first(t,s){let i=this.vault.transaction("entries","readwrite",{durability:"strict"}),r=await i.store.index("topic").getAll(this.topic);for(let d of r)await i.store.delete(d.seq);let o=Date.now(),c={...t,id:A(o),topic:this.topic,words:s,at:o,tries:0,notBefore:0};await i.store.add(c);for(let{seq:d,refused:u,...m}of r)await i.store.add(u?{...m,id:A(),tries:0}:m);await i.done,await this.changed(),this.flush()}seen(t){this.shown=t;let s=this.sent.filter(i=>i.position>t);s.length!==this.sent.length&&(this.sent=s,this.dispatchEvent(new Event("change")))}records(t){t!==this.recording&&(this.recording=t,this.declined=!1,t&&this.signer&&this.flush())}wake(){this.failures=0,this.flush()}async flush(){if(this.running){this.asked=!0;return}this.running=!0,clearTimeout(this.timer);try{do this.asked=!1,await this.turn.take(t=>this.drain(t))||this.later(1e3);while(this.asked&&this.failures===0)}catch(t){console.warn("outbox",t),this.retry("server-busy")}finally{this.running=!1}}async drain(t){for(let s=0;s<1e3;s++){await t();let i=await this.introduced();if(i===null&&this.entries.some(d=>!d.refused))return this.retry("no-connection");let r=await this.claim();if(r.length===0)return;this.say("sending");let o=await this.vault.get("counters",this.counter)??0,c=await Oe(this.url,r,this.place.device?o+1:0,i?d=>i.seal(d):void 0);if(!await this.settle(r,c,o))return}}async introduced(){let t=this.signer;if(t)for(let s=0;s<At;s++){if(this.signs=await t.known(),!this.signs&&(!this.recording||this.declined))return;if(!await t.ready(this.signs))return this.signs?null:void 0;if(this.signs)return this.otherKey=!1,t;let i=await this.vault.get("counters",this.counter)??0,r={id:A(),type:Ys,data:{table:this.place.table,key:t.key}},o=await Oe(this.url,[r],i+1,d=>t.seal(d)),c=o.refused?.code;if(o.answers.length>0&&await this.vault.put("counters",i+1,this.counter),o.answers.length>0||c==="nothing-to-do")await t.note(!0);else if(c==="device-gap"||c==="device-repeat")await this.recount(o.refused,i);else{if(o.again||o.signedOut)return;this.declined=!0,this.otherKey=c==="key-held",console.warn("this phone's key was not taken",o.refused)}}}async claim(){let t=this.vault.transaction("entries","readwrite",{durability:"strict"}),s=await t.store.index("topic").getAll(this.topic),i=[],r=Date.now();for(let o of s){if(o.refused||i.length===this.limit)break;if(o.notBefore>r&&o.notBefore<=r+Le){this.later(o.notBefore-r);break}if(o.type===De&&i.length>0||(i.push({...o,tries:o.tries+1}),o.type===De))break}for(let o of i)await t.store.put(o);return await t.done,i.length===0&&this.sending!=="signed-out"&&this.say("idle"),i}async settle(t,s,i){return await this.taken(t,s,i),s.signedOut?(this.say("signed-out"),!1):(this.why=s.why??"",s.again?(this.retry(s.again),!1):s.tooLarge&&t.length>1?(this.limit=Math.ceil(t.length/2),!0):(this.limit=Et,s.refused?this.refuse(t[s.answers.length],s.refused,i+s.answers.length):(this.failures=0,!0)))}async taken(t,s,i){if(s.answers.length===0)return;let r=this.vault.transaction(["entries","counters"],"readwrite",{durability:"strict"});for(let o of s.answers){let c=t.find(d=>d.id===o.id);c&&(await r.objectStore("entries").delete(c.seq),c.type===De&&(this.recording=!0,this.declined=this.otherKey=!1),o.position>this.shown&&(this.sent=[...this.sent,{entry:c,position:o.position}]))}await r.objectStore("counters").put(i+s.answers.length,this.counter),await r.done,await this.changed()}async refuse(t,s,i){if(s.code==="device-gap"||s.code==="device-repeat")return this.renumber(s,i);if((s.code==="no-key"||s.code==="bad-signature")&&await this.signer?.note(!1),s.code==="no-key")return this.declined=!1,this.renumber(s,i);if(this.failures=0,!t)return!1;if(s.code==="not-allowed"&&await xt(`/t/${this.topic}/state`))return this.say("signed-out"),!1;let r=this.vault.transaction("entries","readwrite",{durability:"strict"});return await r.store.get(t.seq)&&await r.store.put({...t,refused:s}),await r.done,this.say("idle"),await this.changed(),!1}async renumber(t,s){return this.failures++,this.failures>At?(this.retry("server-busy"),!1):(t.code!=="no-key"&&await this.recount(t,s),!0)}async recount(t,s){await this.vault.put("counters",t.wantN?t.wantN-1:s+1e3,this.counter)}retry(t){this.say(t),this.failures++;let s=Math.min(Qs,1e3*2**Math.min(this.failures-1,10));this.later(s*(.5+Math.random()/2))}later(t){clearTimeout(this.timer),this.timer=window.setTimeout(()=>{this.flush()},t)}say(t){t!==this.sending&&(this.sending=t,this.dispatchEvent(new Event("change")))}async changed(){await this.reload(),this.channel.postMessage(this.topic)}};var Rt=2e4,Mt=1<<20,Ie=class extends f{static properties={post:{attribute:!1},player:{attribute:!1},live:{type:Boolean},why:{attribute:!1},printed:{state:!0},chosen:{state:!0},text:{state:!0},report:{state:!0},wrong:{state:!0},busy:{state:!0},threat:{state:!0}};request="";constructor(){super(),this.live=!1,this.printed=[],this.chosen="",this.text="",this.report=null,this.wrong="",this.busy=!1,this.threat=-1}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),this.list()}updated(e){e.has("live")&&this.live&&this.printed.length===0&&this.list(),e.has("report")&&this.report&&(this.querySelector("[data-report]")?.focus({preventScroll:!0}),this.closest("dialog")?.scrollTo(0,0))}async list(){try{let e=await fetch("/api/v1/decks",{signal:AbortSignal.timeout(Rt),redirect:"error"});e.ok&&(this.printed=(await e.json()).decks)}catch{}}render(){return this.report?this.result(this.report):this.choice()}choice(){return a`<form novalidate @submit=${this.check}>
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
    </form>`}complaint(){return this.live?this.wrong?a`<p class="deck-wrong" role="alert" data-wrong>${h("danger")} ${this.wrong}</p>`:l:a`<p class="hint" role="status">${h("offline")} ${this.why}</p>`}choose(e){this.chosen=this.chosen===e?"":e,this.wrong=""}typed(e){this.text=e.target.value,this.chosen=""}async file(e){let t=e.target.files?.[0];if(t){if(t.size>Mt){this.wrong=`${t.name} has ${t.size} bytes, and a deck has ${Mt} at most.`;return}this.text=await t.text(),this.chosen="",this.wrong=""}}check(e){e.preventDefault(),this.threat=-1,this.send(!0)}async send(e){if(this.busy||!this.live)return;this.busy=!0,this.wrong="";let t=new URLSearchParams({player:this.player,...e?{dry:"true"}:{id:this.request||=A()}});this.chosen&&t.set("printed",this.chosen),this.threat>=0&&t.set("threat",String(this.threat)),e&&(this.request="");try{let s=await fetch(`${this.post}?${t}`,{method:"POST",headers:{"Content-Type":"application/octet-stream",Accept:"application/json"},body:this.chosen?"":this.text,credentials:"same-origin",redirect:"error",signal:AbortSignal.timeout(Rt)});this.answered(s.status,await s.json())}catch{this.wrong=e?"No answer from the server. Check it again.":"No answer from the server. Take it again: it is recorded once.",e&&(this.report=null)}finally{this.busy=!1}}answered(e,t){if(e!==200&&e!==409){this.wrong=`${t.line?`Line ${t.line}: `:""}${t.detail??`the server answered ${e}`}.`,this.report=null;return}if(!t.heroes){this.wrong=`${t.detail??"It was not taken"}.`,this.report=null;return}this.report=t,t.declared&&this.dispatchEvent(new CustomEvent("taken",{detail:t}))}result(e){let t=(e.missing??[]).length>0||this.threat>=0;return a`<div class="deck" data-report tabindex="-1">
      <p>
        <strong>${e.name||"A deck without a name"}</strong>: ${e.size} cards, starting threat ${e.missing?.length?a`not known`:e.threat}${e.scenario?a`, for ${e.scenario}`:l}
        ${e.replaces?a`<br /><small>instead of ${e.replaces}</small>`:l}
      </p>
      <ul class="lines plain">
        ${e.heroes.map(s=>a`<li><div><span>${s.title}</span><small>${s.says}</small></div><span>${s.threat}</span></li>`)}
        ${e.contract?a`<li><div><span>${e.contract}</span><small>contract</small></div></li>`:l}
      </ul>
      <p role="status" class=${e.playable?"deck-good":"deck-wrong"}>
        ${e.playable?a`${h("done")} Nothing is against it.`:a`${h("danger")} It cannot be played like this:`}
      </p>
      ${this.problems(e.problems)} ${t?this.asked():l}
      ${e.warnings.length>0?a`<h3>To know</h3>${this.problems(e.warnings)}`:l} ${this.notKnown(e)}
      ${e.setup.length>0?a`<h3>When the game is set up</h3><ul>${e.setup.map(s=>a`<li>${s.says} <cite>${v(s.source)}</cite></li>`)}</ul>`:l}
      ${e.notes.length>0?a`<ul class="hint">${e.notes.map(s=>a`<li>${s}</li>`)}</ul>`:l}
      <div class="row">
        ${this.complaint()}
        <button type="button" data-other ?disabled=${this.busy} @click=${()=>this.report=null}>Another deck</button>
        <button type="button" class="main" data-take ?disabled=${this.busy||!this.live||!e.playable} @click=${()=>{this.send(!1)}}>Take this deck</button>
      </div>
    </div>`}problems(e){return e.length===0?l:a`<ul data-problems>
      ${e.map(t=>a`<li>${t.line?a`<small>line ${t.line}:</small> `:l}${t.says}. <cite>${v(t.source)}</cite></li>`)}
    </ul>`}asked(){let e=t=>this.threat=Number(t.target.value||-1);return a`<label class="field"><span>Starting threat, as the dial shows it</span
        ><input type="number" inputmode="numeric" min="0" max="98" data-threat .value=${this.threat<0?"":String(this.threat)} @input=${e} /></label>
      <button type="button" class="wide" data-again ?disabled=${this.busy||!this.live||this.threat<0} @click=${()=>{this.send(!0)}}>Check it with this threat</button>`}notKnown(e){if(e.unknown.length===0)return l;let t=e.unknown.reduce((s,i)=>s+i.count,0);return a`<details>
      <summary>${t} ${t===1?"card is":"cards are"} not known here and not checked</summary>
      <ul>
        ${e.unknown.map(s=>a`<li>${s.line?a`<small>line ${s.line}:</small> `:l}${s.count}× ${s.name}${s.hint?` (${s.hint})`:""}: ${s.why}${s.could?.length?`: ${s.could.join("; ")}`:""}</li>`)}
      </ul>
    </details>`}};customElements.define("muster-deck",Ie);function _t(n){let e=n.view,t=e.phase==="setup"||e.phase==="playing"&&e.round===1&&!e.ended,s=e.players.filter(i=>!i.out);return!n.mayRecord||!t||s.length===0?l:a`<section class="panel decks">
    <h2>Decks</h2>
    <ul class="lines">
      ${s.map(i=>a`<li>
          <div><span>${i.name}</span><small>${i.deck?a`${h("done")} ${i.deck}`:"no deck declared"}</small></div>
          <button type="button" class="small" data-deck=${i.player} aria-label="Deck of ${i.name}" @click=${()=>n.sheet={kind:"deck",player:i.player}}>Deck</button>
        </li>`)}
    </ul>
  </section>`}function Ct(n,e,t){let s=n.view,i=s.players.find(o=>o.player===e)?.name??e,r=o=>{n.said=`Recorded: ${i} plays ${o.detail.name||"the deck"}`,t()};return a`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">Deck of ${i}</h2>
      <button type="button" class="small" data-close @click=${t}>Close</button>
    </div>
    <muster-deck
      .post=${`/api/v1/gatherings/${s.gathering}/groups/${s.group}/tables/${s.table}/decks`}
      .player=${e}
      .live=${n.live&&n.waiting.length===0}
      .why=${n.live?"Entries of this phone are still on their way. Decks are checked once they have arrived.":"This phone is offline. Decks are read and checked by the server, so they wait until it is heard again; everything else can go on."}
      @taken=${r}
    ></muster-deck>
  </div>`}function w(n,e,t){let s=c=>({type:t.type,data:{table:n.view.table,...t.data,...c}}),i=c=>`${t.label} ${G(c)}`,r=c=>n.step(t.key,s({by:c}),i),o=c=>{t.to?n.enter(s({[t.to]:c}),`${t.label}: ${c}`):c!==(t.value??0)&&r(c-(t.value??0))};return a`<muster-stepper
    data-key=${t.key}
    .label=${t.label}
    .value=${t.value}
    .min=${t.min??0}
    .max=${t.max??99}
    .empty=${t.empty??""}
    .waiting=${e.touched.has(t.key)}
    .disabled=${!n.may(t.type)}
    @by=${c=>t.value===null?o(Math.max(0,c.detail)):r(c.detail)}
    @to=${c=>o(c.detail)}
  ></muster-stepper>`}function Lt(n,e){let t=e.view.city;return!t||e.view.phase==="setup"?l:a`<section class="panel city">
    <div>
      <h2>City strength</h2>
      <p class="figure"><strong data-city>${t.strength}</strong> of ${t.start}</p>
    </div>
    <p class="side">
      ${t.fallen?a`<strong>Lieutenants can be destroyed</strong>`:t.strength<=t.mark?a`${h("danger")} Arriving Lieutenants attack`:a`Lieutenants attack at ${t.mark} or less`}
      ${t.scored>0?a`<br />This round ${G(-t.scored)} so far`:l}
    </p>
    ${Vt(n)}
  </section>`}function Dt(n,e){let t=e.view;if(t.players.length===0)return l;let s=t.table,i=r=>n.step("threat:all",{type:"lotr.change-threat.v1",data:{table:s,by:r}},o=>`Everybody's threat ${G(o)}`);return a`<section class="panel">
    <h2>Threat</h2>
    <ul class="lines">${t.players.map(r=>Xs(n,e,r))}</ul>
    ${n.may("lotr.change-threat.v1")&&t.players.length>1?a`<button type="button" class="wide" data-raise-all ?disabled=${n.busy} @click=${()=>i(1)}>Raise everybody's threat by 1</button>`:l}
    ${k(n,"threat")}
  </section>`}function Xs(n,e,t){let s=a`<span class="name">${t.name}</span>${t.first?a`<small>first player</small>`:l}`;return t.out?a`<li class="out"><div><s>${t.name}</s><small>out${t.outWhy?`: ${t.outWhy}`:""}</small></div></li>`:a`<li class=${t.danger?"in-danger":""}>
    <div>
      ${s}
      ${t.danger?a`<small class="danger">${h("danger")} out at ${t.elimination}</small>`:l}
      ${(t.notes??[]).map(i=>a`<small>${i}</small>`)}
    </div>
    ${w(n,e,{key:`threat:${t.player}`,label:`Threat of ${t.name}`,value:t.threat<0?null:t.threat,type:"lotr.change-threat.v1",data:{player:t.player},to:"to",empty:"?"})}
  </li>`}function It(n,e){let t=e.view.quest;return t?.stage?a`<section class="panel">
    <h2>Quest <small>${t.stage} ${t.name}</small></h2>
    ${(t.keywords??[]).map(s=>a`<p class="hint">${s}</p>`)}
    <ul class="lines">
      <li>
        <div><span>Progress</span>${t.points!==void 0?a`<small>of ${t.points}</small>`:l}${t.cap>=0?a`<small>at most ${t.cap} more this round</small>`:l}</div>
        ${w(n,e,{key:"progress",label:"Progress on the stage",value:t.progress,max:999,type:"lotr.place-progress.v1",data:{direct:!0}})}
      </li>
      ${t.activeNumber>0?Zs(n,e):l}
      ${t.powerInPlay?a`<li><div><span>Power of Lórien</span><small>progress</small></div>
            ${w(n,e,{key:"power",label:"Progress on Power of Lórien",value:t.power,max:999,type:"lotr.progress-power.v1",data:{}})}</li>`:l}
    </ul>
    <p class="facts">
      Staging threat <strong>${t.stagingThreat}</strong>${t.archeryTotal>0?a` · Archery <strong>${t.archeryTotal}</strong>`:l}
      ${e.view.hasCity?t.resources>0||t.stage==="1B"?a` · Resources <strong>${t.resources} of 3</strong>`:l:t.resources>0?a` · Resources <strong>${t.resources}</strong>`:l}
      ${t.current?a`<br />Current quest: <strong>${t.current}</strong>`:l}
      ${t.reveals?a`<br />Next to reveal a card: <strong>${t.reveals}</strong>`:l}
      ${t.revealed?a`<br />Just revealed: <strong>${t.revealed}</strong>`:l}
      ${t.surgeOwed>0?a`<br />${h("danger")} Surge: reveal ${t.surgeOwed} more`:l}
      ${t.holdsCity?a`<br />Dol Guldur lies at this table`:l}
    </p>
    ${t.activeNumber>0&&n.may("lotr.place-progress.v1")?a`<p class="hint">Progress of the quest goes on ${t.active} first.</p>`:l}
    ${k(n,"quest")}
  </section>`:l}function Zs(n,e){let t=e.view.quest;return a`<li>
    <div><span>${t.active}</span><small>active location${t.activeOf>0?`, explored at ${t.activeOf}`:""}</small></div>
    ${w(n,e,{key:`location:${t.activeNumber}`,label:`Progress on ${t.active}`,value:t.activeAt,type:"lotr.place-progress.v1",data:{location:t.activeNumber}})}
  </li>`}function Nt(n,e){let t=e.view;if(t.phase==="setup")return l;let s=t.enemies.filter(r=>!r.engaged),i=t.players.map(r=>({p:r,own:t.enemies.filter(o=>o.engaged===r.player)})).filter(r=>r.own.length>0);return a`<section class="panel">
    <h2>Enemies</h2>
    ${t.enemies.length===0?a`<p class="hint">No enemy has been entered.</p>`:l}
    ${s.length>0?a`<h3>Staging area</h3><ul class="lines">${s.map(r=>Ot(n,e,r))}</ul>`:l}
    ${i.map(({p:r,own:o})=>a`<h3>Engaged with ${r.name}</h3><ul class="lines">${o.map(c=>Ot(n,e,c))}</ul>`)}
    ${k(n,"enemies")}
  </section>`}function Ot(n,e,t){let s=[t.engaged?`attack ${t.attack}`:`threat ${t.threat}`,t.engaged?`defense ${t.defense}`:`engages at ${t.engagement}`,t.siege?`siege ${t.siege}`:"",t.resources?`resources ${t.resources}`:""].filter(Boolean);return a`<li>
    <div>
      <span>${t.name}</span><small>${s.join(", ")}</small>
    </div>
    <div class="counter">
      ${w(n,e,{key:`enemy:${t.number}`,label:`Damage on ${t.name}`,value:t.damage,type:"lotr.damage-enemy.v1",data:{enemy:t.number}})}
      <small>damage${t.hitPoints>0?` of ${t.hitPoints}`:""}</small>
    </div>
    ${t.says?a`<small class="says">${t.indestructible?h("locked"):l} ${t.says}</small>`:l}
    ${H(n,"enemy",t.number)}
  </li>`}function jt(n,e){let t=e.view.locations.filter(i=>!i.active),s=k(n,"locations");return e.view.phase==="setup"||t.length===0&&s===l?l:a`<section class="panel">
    <h2>Locations</h2>
    ${t.length===0?a`<p class="hint">None in the staging area.</p>`:a`<ul class="lines">${t.map(i=>en(n,e,i))}</ul>`}
    ${s}
  </section>`}function en(n,e,t){let s=[`threat ${t.threat}`,t.siege?`siege ${t.siege}`:"",t.resources?`resources ${t.resources}`:"",t.damage?`damage ${t.damage}`:"",t.says??""].filter(Boolean);return a`<li>
    <div><span>${t.name}</span><small>${s.join(", ")}</small>${t.barred?a`<small>${h("locked")} ${t.barred}</small>`:l}</div>
    ${t.barred?l:a`<div class="counter">
          ${w(n,e,{key:`location:${t.number}`,label:`Progress on ${t.name}`,value:t.progress,type:"lotr.place-progress.v1",data:{location:t.number}})}
          <small>progress${t.questPoints>0?` of ${t.questPoints}`:""}</small>
        </div>`}
    ${H(n,"location",t.number)}
  </li>`}function Bt(n,e){let t=e.view;return t.scored.length===0?l:a`<section class="panel">
    <h2>Siege this round <small>${t.siege.counts?G(-t.siege.round):"does not count at this stage"}</small></h2>
    <ul class="lines plain">
      ${t.scored.map(s=>a`<li><div><span>${s.card}</span>${s.typed?a`<small>value typed</small>`:l}</div>
        <strong class=${s.siege===null?"danger":""}>${s.siege===null?a`${h("danger")} not known`:s.siege}</strong></li>`)}
    </ul>
    ${t.siege.unknown>0?a`<p class="hint">Read missing values off the cards and type them in.</p>`:l}
    ${k(n,"siege")}
  </section>`}function Ht(n,e){let t=e.view,s=t.players.some(r=>(r.heroes??[]).length>0),i=k(n,"players");return!s&&i===l?l:a`<section class="panel">
    <h2>Heroes</h2>
    ${t.players.filter(r=>!r.out&&(r.heroes??[]).length>0).map(r=>a`<h3>${r.name}</h3><ul class="lines">${r.heroes.map(o=>sn(n,e,r,o))}${(r.allies??[]).map(o=>tn(n,e,r,o))}</ul>`)}
    ${i}
  </section>`}function tn(n,e,t,s){return a`<li>
    <div><span>${s.name}</span><small>${["ally",s.exhausted?"exhausted":"",s.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${w(n,e,{key:`hero:${t.player}:${s.name}`,label:`Damage on ${s.name}`,value:s.damage,type:"lotr.damage-character.v1",data:{player:t.player,character:s.name}})}
      <small>damage${s.hitPoints>0?` of ${s.hitPoints}`:""}</small>
    </div>
  </li>`}function sn(n,e,t,s){return s.dead||s.gone?a`<li class="out"><div><s>${s.title}</s><small>${s.dead?"destroyed":"left play"}</small></div></li>`:a`<li>
    <div><span>${s.title}</span>${s.exhausted?a`<small>exhausted</small>`:l}</div>
    <div class="counter">
      ${w(n,e,{key:`hero:${t.player}:${s.title}`,label:`Damage on ${s.title}`,value:s.damage,type:"lotr.damage-character.v1",data:{player:t.player,character:s.title}})}
      <small>damage${s.hitPoints>0?` of ${s.hitPoints}`:""}</small>
    </div>
  </li>`}function Ut(n,e){let t=e.view,s=k(n,"lorien");return t.lorien.length===0&&t.victory.length===0&&s===l?l:a`<section class="panel">
    <h2>${t.hasCity?"Lórien and victory display":"Victory display"}</h2>
    <ul class="lines plain">
      ${t.lorien.map(i=>a`<li><div><span>${i.name}</span><small>${i.by}${i.card==="host"&&i.damage>0?`, damage ${i.damage} of 6`:""}</small></div></li>`)}
      ${t.victory.map(i=>a`<li><div><span>${i}</span><small>victory display</small></div></li>`)}
    </ul>
    ${s}
  </section>`}function qt(n){return n.pending.length===0?l:a`${n.pending.map(e=>a`<section class="alert pending"><h2>${h("danger")} ${e.title}</h2>
      <p>${e.says}</p>${e.rule?a`<p class="rule"><cite>${v(e.rule)}</cite></p>`:l}</section>`)}`}function Ft(n,e){if(!e.peril)return l;let t=y(n).filter(s=>s.id==="resolved");return a`<section class="panel peril" data-peril>
    <h2>${h("danger")} Peril: ${e.peril.card}</h2>
    <p>${e.peril.says}</p>
    <div class="bigs">${t.map(s=>T(n,s,"big"))}</div>
  </section>`}function Wt(n,e){let t=e.test;if(!t)return l;let s=y(n).filter(i=>i.group==="tests"&&!i.id.startsWith("call-test"));return a`<section class="panel test" data-test>
    <h2>${t.title}${t.card?a` <small>${t.card}</small>`:l}</h2>
    ${t.counted?a`<p class="figure"><strong>${t.willpower}</strong> willpower against <strong>${t.icons}</strong> ${t.icons===1?"Eye":"Eyes"}</p>`:l}
    ${t.says.map(i=>a`<p>${i}</p>`)}
    <div class="bigs">${s.map(i=>T(n,i,"big"))}</div>
    ${t.more>0?a`<p class="hint">${t.more} more ${t.more===1?"test":"tests"} after this one.</p>`:l}
  </section>`}function zt(n){let e=n.eye;return!e||n.result?l:a`<section class="panel eye ${e.here?"is-here":""}" data-eye=${e.here?"here":"there"}>
    <h2>${h("eye")} ${e.title}</h2>
    <p><strong>${e.does}</strong></p>
    <p>${e.moves}</p>
    ${e.may?a`<p class="hint">${e.may}</p>`:l}
  </section>`}function Kt(n,e){if(e.checklist.length===0||e.phase==="setup"||e.result)return l;let t=e.checklist.some(s=>s.items.some(i=>i.state!=="done"));return a`<section class="panel checklist" data-checklist>
    <h2>This round ${t?l:a`<small>all done</small>`}</h2>
    ${e.checklist.map(s=>nn(n,s))}
  </section>`}function nn(n,e){return a`<h3>${e.label}</h3>
    <ul class="lines">${e.items.map(t=>rn(n,t))}</ul>`}function rn(n,e){let t=y(n).find(s=>s.id===`tick-${e.id}`);return a`<li class="check is-${e.state}">
    <div><span>${e.card}</span><small>${e.says}</small></div>
    ${e.state==="done"?a`<span class="is-done">${h("done")} done</span>`:e.state==="due"&&t?a`<button type="button" class="small" data-action=${t.id} ?disabled=${n.barred(t)||n.busy} @click=${()=>n.ask(t)}>Done</button>`:a`<span class="is-ahead">${e.state==="due"?"due":"to come"}</span>`}
  </li>`}function Gt(n,e){let t=e.view,s=k(n,"objectives");return t.phase==="setup"||t.objectives.length===0&&s===l?l:a`<section class="panel" data-objectives>
    <h2>Objectives</h2>
    ${t.objectives.length===0?a`<p class="hint">None in play.</p>`:a`<ul class="lines">${t.objectives.map(i=>an(n,e,i))}</ul>`}
    ${s}
  </section>`}function an(n,e,t){let s=t.hitPoints>0||t.damage>0;return a`<li>
    <div><span>${t.name}</span><small>${[t.where,t.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${s?Ne(n,e,"objective",t.number,t.name,"damage",t.damage):Ne(n,e,"objective",t.number,t.name,"resource",t.resources)}
      <small>${s?`damage${t.hitPoints>0?` of ${t.hitPoints}`:""}${t.resources>0?`, resources ${t.resources}`:""}`:"resources"}</small>
    </div>
    ${H(n,"objective",t.number)}
  </li>`}function Ne(n,e,t,s,i,r,o){let c=r==="resource"?"resources":r;return w(n,e,{key:`${c}:${t}:${s}`,label:`${c==="resources"?"Resources":c==="damage"?"Damage":"Progress"} on ${i}`,value:o,type:"lotr.place-tokens.v1",data:{piece:{kind:t,number:s},token:r}})}function Jt(n,e){let t=e.view;return t.sideQuests.length===0?l:a`<section class="panel" data-side-quests>
    <h2>Side quests</h2>
    <ul class="lines">${t.sideQuests.map(s=>on(n,e,s))}</ul>
  </section>`}function on(n,e,t){let s=[t.current?"the current quest":"",t.resources>0?`resources ${t.resources}`:"",t.damage>0?`damage ${t.damage}`:""].filter(Boolean);return a`<li>
    <div><span>${t.name}</span>${s.length>0?a`<small>${s.join(", ")}</small>`:l}</div>
    <div class="counter">
      ${Ne(n,e,"side-quest",t.number,t.name,"progress",t.progress)}
      <small>progress${t.questPoints>0?` of ${t.questPoints}`:""}</small>
    </div>
    ${H(n,"side-quest",t.number)}
  </li>`}var Yt="group.flag-entry.v1",Qt="group.take-back-flag.v1";function Xt(n,e){let t=e.log??[],s=e.flags??[];return t.length===0&&s.length===0?l:a`<section class="panel entries" data-log>
    ${s.length>0?a`<h2>Flagged for a judge</h2><ul>${s.map(i=>ln(n,i))}</ul>`:l}
    ${t.length>0?a`<details>
          <summary>Latest entries of the group</summary>
          <ol>${t.map(i=>cn(n,e,i))}</ol>
        </details>`:l}
  </section>`}function ln(n,e){let t=n.waiting.some(i=>i.type===Qt&&i.data.flag===e.flag),s=()=>{n.enter({type:Qt,data:{table:n.view.table,flag:e.flag}},`Flag of entry ${e.entry} taken back`)};return a`<li data-flag=${e.flag}>
    <p>${e.open?h("flag"):h("done")} <strong>Entry ${e.entry}:</strong> ${e.reason}</p>
    <p class="hint">${t?"Taken back, on its way.":e.says}</p>
    ${e.open&&!t&&n.mayRecord?a`<button type="button" class="small" ?disabled=${n.busy} @click=${s}>Take the flag back</button>`:l}
  </li>`}function cn(n,e,t){let s=n.waiting.some(o=>o.type===Yt&&o.data.entry===t.entry),i=n.mayRecord&&!e.result&&!t.flagged&&!s,r=t.withdrawn?a`<s>${t.says}</s> <small>taken back</small>`:t.says;return a`<li data-entry=${t.entry}>
    <p>${r}</p>
    <p class="hint">${g(t.at)}${t.team?` · ${t.team}`:""} · no. ${t.entry}${t.flagged||s?a` · ${h("flag")} flagged`:l}</p>
    ${i?a`<button type="button" class="small" data-do-flag ?disabled=${n.busy} @click=${()=>dn(n,e,t)}>Flag<span class="unseen"> entry ${t.entry}</span></button>`:l}
  </li>`}function dn(n,e,t){n.sheet={kind:"form",asked:{id:`flag ${t.entry}`,label:`Flag entry ${t.entry}`,type:Yt,data:{table:e.table,entry:t.entry},inputs:[{field:"reason",kind:"text",label:"What is wrong with it",max:400}],hint:`${t.says}. A judge sees the flag and answers it; play goes on meanwhile. Your own latest entry is taken back with Undo.`}}}function Zt(n,e){let s=[...(n.outbox?.sent??[]).map(i=>i.entry),...n.waiting].find(i=>!i.refused&&i.data.step===e.id);return a`<section class="panel question" data-step=${e.id}>
    <p class="count">Step ${e.number} of ${e.of}, end of the round</p>
    <h2>${e.title}</h2>
    <p>${e.text}</p>
    ${e.decides?a`<p class="hint"><strong>${e.decides}</strong> decides.</p>`:l}
    ${n.live?l:a`<p class="hint">${h("offline")} The other tables have to see this choice: it can be made when the connection is back.</p>`}
    ${s?a`<p class="hint" role="status">${h("waiting")} Sending: ${s.words}</p>`:a`${hn(n,e)}<div class="bigs">${e.options.map(i=>un(n,e,i))}</div>`}
  </section>`}function hn(n,e){if(!e.options.some(s=>s.choice==="done"))return l;let t=y(n).filter(s=>U(s)&&!s.on&&s.group!=="tests"&&s.group!=="fights"&&!je.has(s.type)&&!n.barred(s));return a`<div class="smalls">${t.map(s=>T(n,s))}</div>`}function un(n,e,t){return a`<button type="button" class="big option" data-choice=${t.choice} ?disabled=${!t.allowed||!n.live||n.busy||!n.mayRecord} @click=${()=>n.answer(t,e.id)}>
    <span>${t.label}</span>
    ${t.effect?a`<small>${t.effect}</small>`:l}
    ${!t.allowed&&t.why?a`<small class="why">${h("locked")} ${t.why}</small>`:l}
    ${t.section?a`<small class="rule"><cite>${v(t.section)}</cite></small>`:l}
  </button>`}function es(n){let e=n.view;if(e.result||e.phase==="setup")return l;let t=e.others?.since?Date.parse(e.others.since):NaN;return a`<section class="panel wait">
    <h2>${e.others?.says||"All tables have ended the round"}</h2>
    ${Number.isFinite(t)&&t>0&&n.live?a`<p class="hint">since ${ee(Date.now()-t)}</p>`:l}
    <ul class="lines plain">
      ${e.barrier.map(s=>a`<li><div><span>${s.team}${s.own?" (you)":""}</span><small>${s.stage?`stage ${s.stage}`:""}</small></div>
          <span class=${s.ended?"is-done":"is-open"}>${h(s.ended?"done":"waiting")} ${s.says}</span></li>`)}
    </ul>
  </section>`}function ss(n){let e=()=>n.sheet=null;return a`<dialog class="sheet" aria-labelledby="sheet-title" @close=${s=>s.target.open||e()} @click=${s=>s.target===s.currentTarget&&e()}>
    ${n.sheet?pn(n,n.sheet,e):l}
  </dialog>`}function pn(n,e,t){if(e.kind==="deck")return Ct(n,e.player,t);let s=e.kind==="form"?e.asked.label:e.kind==="waiting"?"Entries and connection":e.kind==="log"?"What this phone keeps of the log":"Everything that can be entered";return a`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">${s}</h2>
      <button type="button" class="small" data-close @click=${t}>Close</button>
    </div>
    ${e.kind==="form"?mn(n,e.asked,t):e.kind==="waiting"?gn(n):e.kind==="log"?mt(n):fn(n)}
  </div>`}function mn(n,e,t){return a`<muster-form
    .asked=${e}
    .cards=${n.cards}
    .recent=${n.recent}
    .busy=${n.busy||!!e.sure&&!n.live}
    @given=${s=>{n.given(e,s.detail)}}
    @cancel=${t}
  ></muster-form>`}var ts={now:"Now",tests:"Fortitude test",checks:"Checklist",quest:"Quest",threat:"Threat",enemies:"Enemies",fights:"Attacks",objectives:"Objectives, side quests and tokens",locations:"Locations",siege:"Siege",players:"Players and heroes",lorien:"Lórien",table:"Round and table"};function fn(n){let e=n.view.actions.filter(U),t=Object.keys(ts),s=[...new Set(e.map(i=>i.group))].sort((i,r)=>t.indexOf(i)-t.indexOf(r));return a`${s.map(i=>a`<h3>${ts[i]??i}</h3>
      <div class="smalls">${e.filter(r=>r.group===i).map(r=>T(n,r))}</div>`)}`}function gn(n){let e=n.waiting;return a`<p>${h(n.live?"done":"offline")} ${n.connection().words}${n.live?"":`, last heard at ${g(n.at)}`}</p>
    ${n.outbox?.signs?a`<p class="hint" data-key>This phone signs what it enters. Its key: <code>${n.outbox.signer?.fingerprint}</code></p>`:l}
    ${n.outbox?.why?a`<p class="hint">The server says: ${n.outbox.why}</p>`:l}
    ${e.length===0?a`<p class="hint">Everything entered on this phone has arrived.</p>`:a`<p class="hint">Saved on this phone and sent in this order as soon as the server answers. Keep this page open.</p>
          <ol class="lines">
            ${e.map(t=>a`<li>
                <div>
                  <span>${t.words}</span>
                  <small>${g(t.at)}${t.refused?`, refused: ${n.named(t.refused.says)}`:t.tries>0?", sent, no answer yet":", not sent"}</small>
                </div>
                <button type="button" class="small" @click=${()=>{n.drop(t)}}>Remove</button>
              </li>`)}
          </ol>
          <div class="smalls">
            <button type="button" @click=${()=>n.outbox?.wake()}>Send now</button>
            <button type="button" data-export @click=${()=>n.exportWaiting()}>Save as a file</button>
          </div>`}`}function is(n){let e=n.shown();return a`${vn(n,e)}
    <main class=${n.live?"":"stale"}>
      ${$n(n)} ${bn(n,e)}
    </main>
    ${_n(n,e)} ${ss(n)}`}function vn(n,e){let t=n.connection(),s=t.kind==="connected"?h("done"):t.kind==="offline"?h("offline"):h("waiting");return a`<header class="t-top">
    <div>
      <h1>${e.view.team}</h1>
      <p>${e.view.headline}</p>
    </div>
    <button type="button" class="conn ${t.kind}" @click=${()=>n.sheet={kind:"waiting"}}>${s}<span role="status">${t.words}</span></button>
  </header>`}function $n(n){let e=n.view;return a`<div role="alert">${ht(n)}${yn(n)}</div>
    ${n.signedOut?a`<section class="alert"><h2>${h("locked")} This phone is signed out</h2>
          <p>Your entries are kept. Join again with the code on the table's card.</p>
          <a class="button main" href="/join">Join again</a></section>`:l}
    ${n.otherRecords?a`<section class="alert"><h2>${h("locked")} Another phone records for this table</h2>
          <p>${e.recorder.captain?`${e.recorder.captain} records at the moment. `:""}You can watch here, or take over; the other phone can then enter nothing any more.</p>
          <button type="button" class="main" ?disabled=${n.busy} @click=${()=>{n.takeOver()}}>Take over recording</button></section>`:l}
    ${n.mayRecord&&n.outbox?.otherKey&&!e.result?a`<section class="alert" data-other-key><h2>${h("locked")} This phone has another key than the one its entries are signed with</h2>
          <p>It may have lost its key, for example because its browser was cleared: take over again, and it signs with a new one. If nobody has done that, tell a judge: somebody may have entered something in the name of this phone.</p>
          <button type="button" class="main" ?disabled=${n.busy} @click=${()=>{n.takeOver()}}>Take over recording again</button></section>`:l}
    ${e.result?a`<section class="result"><h2>${e.result}</h2>${rs(e.resultRule)}
          ${e.score?a`<p><strong>${e.score.says}</strong></p>${e.score.lines?a`<ul>${e.score.lines.map(t=>a`<li>${t}</li>`)}</ul>`:l}`:l}</section>`:l}
    ${e.paused?a`<section class="alert calm"><h2>${h("waiting")} Play is paused</h2><p>${e.pauseSays??""}</p></section>`:l}
    ${e.notices.length>0?a`<section class="notice"><h2>Message</h2>${e.notices.map(t=>a`<p>${t}</p>`)}</section>`:l}`}function yn(n){let e=n.outbox?.refused;if(!e?.refused)return l;let t=n.waiting.length-1,s=En.has(e.refused.code);return a`<section class="alert" data-refused=${e.refused.code}>
    <h2>${h("danger")} Not recorded: ${e.words}</h2>
    <p>${n.named(e.refused.says)}</p>
    ${rs(e.refused.source??"")}
    <p class="hint">The table now: ${n.view.headline}. ${n.view.now}${t>0?` ${t} more ${t===1?"entry waits":"entries wait"} behind this one.`:""}</p>
    <div class="row">
      <button type="button" @click=${()=>{n.drop(e)}}>Drop</button>
      ${s?a`<button type="button" class="main" @click=${()=>{n.takeOver()}}>Take over and send</button>`:a`<button type="button" class="main" @click=${()=>{n.outbox?.redo(e.seq)}}>Redo</button>`}
    </div>
  </section>`}function bn(n,e){let t=e.view,s=t.phase==="playing"&&!["","resource"].includes(t.roundPhase),i=!n.view.step&&(t.ended||t.others?.waiting);return a`${qt(t)} ${Ft(n,t)} ${Wt(n,t)}
    ${n.view.step?Zt(n,n.view.step):l} ${i?es(n):l}
    ${t.hasCity?Lt(n,e):zt(t)} ${s||t.result?l:ns(t.toDo)} ${n.view.step||i?l:wn(n,e)}
    ${Kt(n,t)} ${s?ns(t.toDo):l}
    ${_t(n)} ${Dt(n,e)} ${It(n,e)} ${Jt(n,e)} ${Gt(n,e)}
    ${Nt(n,e)} ${jt(n,e)} ${Bt(n,e)} ${Ht(n,e)} ${Ut(n,e)}
    ${Mn(n)} ${Xt(n,t)} ${ut(n)}`}function ns(n){return n.length===0?l:a`<section class="panel todo"><h2>Do this with your cards</h2><ul>${n.map(e=>a`<li>${e}</li>`)}</ul></section>`}function wn(n,e){let t=n.view,s=y(n).filter(i=>i.primary&&i.id!=="end-round"&&i.group!=="tests"&&i.id!=="resolved").slice(0,4).flatMap(i=>Tn(i,e));return!t.now&&s.length===0?l:a`<section class="panel now" data-now>
    <h2>Now</h2>
    <p>${t.now}</p>
    ${Sn(e)}
    <div class="bigs">${s.map(i=>T(n,i,"big"))}</div>
    ${kn(n)}
    ${t.rules?.says?a`<p class="rule">${t.rules.says} <cite>${v(t.rules.section)}</cite></p>`:l}
  </section>`}function kn(n){let e=y(n).filter(t=>t.id.startsWith("offer-"));return e.length===0?l:a`<h3>Offered now</h3>
    <div class="smalls offers">
      ${e.map(t=>a`<button type="button" data-action=${t.id} ?disabled=${n.barred(t)||n.busy} @click=${()=>n.ask(t)}>
          <span>${t.label}</span>${t.why?a`<small>${t.why}</small>`:l}
        </button>`)}
    </div>`}function Tn(n,e){if(n.id!=="phase-next"||!e.touched.has("phase"))return[n];let t=e.view.roundPhases,s=t[t.findIndex(i=>i.state==="now")+1];return s?[{...n,label:`Begin the ${s.label.toLocaleLowerCase()} phase`,data:{...n.data,phase:s.phase}}]:[]}function Sn(n){let e=n.view.roundPhases,t=e.findIndex(s=>s.state==="now");return t<0||n.view.phase!=="playing"?l:a`<p class="phases">
    <span class="dots" aria-hidden="true">${e.map(s=>a`<i class=${s.state}></i>`)}</span>
    <span>Phase ${t+1} of ${e.length}: <strong>${e[t].label}</strong></span>
  </p>`}function T(n,e,t=""){return a`<button type="button" class=${t} data-action=${e.id} ?disabled=${n.barred(e)||n.busy} @click=${()=>n.ask(xn(n,e))}>
    <span>${e.label}</span>${n.barred(e)&&e.why?a`<small>${e.why}</small>`:l}
  </button>`}function xn(n,e){return n.view.actions.find(t=>t.id===e.id&&t.type===e.type&&e.short)??e}var En=new Set(["not-the-recorder","not-signed","bad-signature","key-held"]),An=5e3,je=new Set(["lotr.change-threat.v1","lotr.damage-enemy.v1","lotr.place-progress.v1","lotr.progress-power.v1"]),Pn=new Set(["remove-enemy","remove-location","return","engage-effect","first-player","phase","enter-ally","leave-play","exhaust","ring","tokens","remove-objective","remove-side-quest","advance","call-loss"]),Rn=new Set(["lower-threat"]),U=n=>n.id!=="end-round"&&n.type!=="group.take-recorder.v1";function y(n){return n.mayRecord?n.view.actions:[]}function k(n,e){let t=y(n).filter(s=>s.group===e&&!s.primary&&!n.barred(s)&&U(s)&&!s.on&&(!je.has(s.type)||Rn.has(s.id))&&!Pn.has(s.id));return t.length===0?l:a`<div class="smalls">${t.map(s=>T(n,s))}</div>`}function H(n,e,t){let s=y(n).filter(i=>i.on?.kind===e&&i.on.number===t);return s.length===0?l:a`<div class="smalls">${s.map(i=>T(n,{...i,label:i.short??i.label},"small"))}</div>`}function Mn(n){return y(n).some(U)?a`<button type="button" class="quiet wide" data-more @click=${()=>n.sheet={kind:"more"}}>Everything that can be entered</button>`:l}function rs(n){return n?a`<p class="rule"><cite>${v(n)}</cite></p>`:l}function _n(n,e){let t=n.view;if(!n.mayRecord||t.result)return l;let s=n.undoable(),i=Date.now()>n.saidAt+An,r=t.actions.find(o=>o.id==="end-round");return a`<footer class="t-bottom">
    <p class="said" role="status">${i?"":n.said}</p>
    <button type="button" class="undo" data-undo ?disabled=${!s||n.busy} @click=${()=>{s?.take()}}>
      <span>Undo</span><small>${s?s.words:"nothing to take back"}</small>
    </button>
    ${r&&!e.touched.has("ended")?a`<button type="button" class="main" data-action="end-round" ?disabled=${n.busy} @click=${()=>Cn(n,r)}>
          <span>${r.label}</span>${r.disabled?a`<small>something is open</small>`:l}
        </button>`:a`<p class="ended">${t.ended||e.touched.has("ended")?a`${h("done")} Round ${t.round} ended${t.checkpoint?a` <small>Signed: ${t.checkpoint}</small>`:l}`:l}</p>`}
  </footer>`}function Cn(n,e){let t=n.view,s=n.waiting.length,i=[...e.confirm??t.summary];s>0&&i.push(`${s} ${s===1?"entry is":"entries are"} saved on this phone and not in this summary yet.`);let r=t.open.map(d=>`Still open: ${d}`),o=e.disabled&&s===0,c=o?`The round cannot be ended yet${t.paused?": play is paused":""}.`:"Afterwards only a judge can change this round.";n.sheet={kind:"form",asked:{...e,inputs:e.inputs??[],confirm:[...r,...i],hint:c,blocked:o}}}function Vt(n){if(n.live)return l;let e=n.lostAt>0?a`, reconnecting since ${ee(Date.now()-n.lostAt)}`:l;return a`<small class="asof">as of ${g(n.at)}${e}</small>`}var On=new URL(import.meta.url).pathname.split("/").pop()??"",ce=class{constructor(e,t){this.url=e;this.waits=t;setInterval(()=>this.tell(),15e3),document.addEventListener("visibilitychange",()=>{this.told="",document.hidden&&this.send(!0)}),addEventListener("pagehide",()=>this.send(!0))}url;waits;told="";timer=0;query(e=!1){let{count:t,since:s,alarm:i}=this.waits(),r=new URLSearchParams({waiting:String(t),v:On});return t>0&&r.set("oldest",String(Math.max(0,Date.now()-s))),i&&r.set("alarm","1"),e&&r.set("away","1"),r.toString()}changed(){let e=this.what();e!==this.told&&(this.told=e,clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.tell(),300))}what(){let{count:e,since:t,alarm:s}=this.waits();return`${e} ${t} ${s}`}tell(){document.hidden||(this.told=this.what(),this.send(!1))}send(e){let t=new URLSearchParams(this.query(e));fetch(this.url,{method:"POST",body:t,keepalive:!0,cache:"no-store",redirect:"error",signal:AbortSignal.timeout(8e3)}).catch(()=>{})}};function as(){return ae("muster",1,{upgrade(n){n.createObjectStore("entries",{keyPath:"seq",autoIncrement:!0}).createIndex("topic","topic"),n.createObjectStore("counters"),n.createObjectStore("leases"),n.createObjectStore("views"),n.createObjectStore("cards")}})}async function os(){if("serviceWorker"in navigator)try{await navigator.serviceWorker.register(Ln(),{scope:"/t/"}),(await navigator.serviceWorker.ready).active?.postMessage({keep:[location.href.split("#")[0],...Dn()]})}catch(n){console.warn("no service worker",n)}}function Ln(){let n=globalThis.trustedTypes;return n?n.createPolicy("muster",{createScriptURL(t){if(t!=="/sw.js")throw new TypeError(`no script may be loaded from ${t}`);return t}}).createScriptURL("/sw.js"):"/sw.js"}function Dn(){let e=[...document.querySelectorAll("script[src], link[href]")].map(i=>"src"in i?i.src:i.href),t=[document.querySelector("muster-table")?.dataset.proof??[]].flat(),s=performance.getEntriesByType("resource").map(i=>i.name);return[...new Set([...e,...t,...s])].filter(i=>new URL(i,location.href).pathname.startsWith("/assets/"))}function ls(){if(navigator.storage?.persist?.().catch(()=>!1),!("wakeLock"in navigator))return;let n=()=>{document.hidden||navigator.wakeLock.request("screen").catch(()=>{})};document.addEventListener("visibilitychange",n),n()}var In=400,Be=class extends f{static properties={tick:{state:!0},sheet:{state:!0},busy:{state:!0},said:{state:!0}};saidAt=0;shell;view;at=0;lostAt=0;cards=[];recent=[];outbox;checked=new se(()=>{this.presence.changed(),this.tick++});proof="";feed;presence;vault;heard=!1;refusalSeen="";chain=Promise.resolve();constructor(){super(),this.tick=0,this.sheet=null,this.busy=!1,this.said=""}createRenderRoot(){return this}connectedCallback(){let e=document.getElementById("muster-shell")?.textContent??"";this.shell=JSON.parse(e),this.view=ie(this.shell.view),this.at=Date.now(),this.cards=this.shell.cards??[],this.proof=this.dataset.proof??"",this.replaceChildren(),super.connectedCallback(),this.feed=new ne(this.shell.stream,this.shell.state,()=>this.presence.query()),this.presence=new ce(this.shell.presence,()=>this.waits()),this.feed.addEventListener("view",t=>this.take(t.detail)),this.feed.addEventListener("state",()=>this.linked()),this.start(),setInterval(()=>this.tick++,1e3),addEventListener("beforeunload",t=>{this.waiting.length>0&&t.preventDefault()}),ls()}async start(){this.vault=await as();let e=this.view,t=e.role==="captain"?await oe.open(this.proof,e.gathering,e.group,this.shell.device):void 0;this.outbox=new le(this.vault,{gathering:e.gathering,group:e.group,table:e.table,device:this.shell.device},t),this.outbox.addEventListener("change",()=>{this.outbox?.seen(this.view.position),this.presence.changed(),this.tick++});let s=await this.vault.get("views",this.outbox.topic);s&&s.view.position>this.view.position?(this.view=ie(s.view),this.at=s.at):s&&s.view.position===this.view.position&&(this.at=s.at),this.outbox.seen(this.view.position),this.recent=await this.vault.get("cards",e.scenario)??[],await this.outbox.reload(),this.outbox.records(this.records),this.outbox.flush(),this.checked.told(this.view.checkpoint),this.checked.start(this.proof,e.gathering,this.vault),document.hidden||this.feed.restart()}take(e){this.at=Date.now(),e.position>=this.view.position&&(this.view=ie(e)),this.checked.told(e.checkpoint),this.outbox?.seen(this.view.position),this.outbox?.records(this.records),this.outbox&&this.vault?.put("views",{view:this.view,at:this.at},this.outbox.topic),this.tick++}linked(){this.heard=!0,this.at=Math.max(this.at,this.feed.heardAt),this.feed.live?(this.lostAt=0,this.outbox?.wake(),this.checked.wake()):this.lostAt||=Date.now(),this.tick++}render(){return is(this)}willUpdate(e){e.has("said")&&(this.saidAt=Date.now())}updated(){let e=this.querySelector("dialog");this.sheet&&!e?.open&&e?.showModal(),!this.sheet&&e?.open&&e.close(),this.showRefusal()}showRefusal(){let e=this.checked.state?.alarms.filter(s=>!s.read).at(-1)?.id??"",t=`${this.outbox?.refused?.id??""}${e}`;t!==this.refusalSeen&&(this.refusalSeen=t,t&&scrollTo({top:0}))}get live(){return this.feed.live}get waiting(){return this.outbox?.entries??[]}waits(){return{count:this.waiting.length,since:Math.min(...this.waiting.map(e=>e.at)),alarm:!!this.checked.state?.alarms.length}}shown(){let e=(this.outbox?.sent??[]).map(t=>t.entry);return gt(this.view,[...e,...this.waiting])}connection(){let e=this.waiting.length,t=e>0?`, ${e} saved`:"";return this.feed.signedOut||this.outbox?.sending==="signed-out"?{kind:"offline",words:`Signed out${t}`}:this.feed.live?this.outbox?.sending==="server-busy"?{kind:"offline",words:`Server busy${t}`}:this.outbox?.refused?{kind:"offline",words:`Connected, ${e} not recorded`}:e>0?{kind:"sending",words:`Sending ${e}`}:{kind:"connected",words:"Connected"}:this.heard?{kind:"offline",words:`Offline${t}`}:{kind:"connecting",words:`Connecting${t}`}}get signedOut(){return this.feed.signedOut||this.outbox?.sending==="signed-out"}get otherRecords(){let e=this.view.recorder?.device;return this.view.role==="captain"&&!!e&&!!this.shell.device&&e!==this.shell.device}get records(){return this.view.role==="captain"&&!!this.shell.device&&this.view.recorder?.device===this.shell.device}get mayRecord(){return this.view.mayRecord&&!this.otherRecords}named(e){let t=new Map(this.view.players.map(s=>[s.player,s.name]));for(let s of this.view.targets?.players??[])s.player&&!t.has(s.player)&&t.set(s.player,s.label);return e.replace(/\{(p-\d+)\}/g,(s,i)=>t.get(i)??i.replace("p-","Player "))}may(e){return this.mayRecord&&this.view.actions.some(t=>t.type===e&&!this.barred(t))}barred(e){return e.disabled&&!(this.waiting.some(t=>t.type==="lotr.begin-phase.v1")&&!this.view.paused)}step(e,t,s){this.chain=this.chain.then(()=>this.outbox?.add(this.now(t),s,e)).catch(i=>this.failed(i))}async enter(e,t){if(this.busy||!this.outbox)return;this.busy=!0;let s=Date.now();try{await this.chain,await this.outbox.add(this.now(e),t),this.said=`Saved: ${t}`}catch(i){this.failed(i)}finally{window.setTimeout(()=>this.busy=!1,Math.max(0,s+In-Date.now()))}}now(e){return{...e,round:this.view.round}}failed(e){console.warn("entry",e),this.said="This phone could not save the entry: its storage is full or switched off. Nothing was recorded."}ask(e){let t={...e,inputs:e.inputs??[]};e.why&&!e.disabled&&(t.hint=e.why);let s=e.data?.seats,i=this.view.players.find(r=>r.player===s?.[0]?.player)?.heroes??[];if(i.length>0&&(t.heroes=i.map(({title:r,threat:o,hitPoints:c,sphere:d,traits:u,willpower:m,attack:p,defense:$,ranged:b,sentinel:L})=>Object.fromEntries(Object.entries({title:r,threat:o,hitPoints:c,sphere:d,traits:u,willpower:m,attack:p,defense:$,ranged:b,sentinel:L}).filter(([,cs])=>cs!==void 0)))),t.inputs.length===0&&!e.confirm?.length){this.enter({type:e.type,data:e.data??{}},e.label);return}this.sheet={kind:"form",asked:t}}answer(e,t){let s=e.inputs??[];if(s.length===0&&!e.confirm?.length){this.enter({type:e.type,data:e.data},e.label);return}let i={id:`${t} ${e.choice}`,label:e.label,type:e.type,data:e.data,inputs:s};e.confirm&&(i.sure=e.confirm),e.effect&&(i.hint=e.effect),e.section&&(i.section=e.section),this.sheet={kind:"form",asked:i}}async given(e,t){this.busy||(await this.enter({type:e.type,data:t.data},t.words),this.sheet=null,t.card&&await this.remember(t.card))}async remember(e){this.recent=[e,...this.recent.filter(t=>t!==e)].slice(0,30),await this.vault?.put("cards",this.recent,this.view.scenario)}undoable(){let t=[...(this.outbox?.sent??[]).map(i=>i.entry),...this.waiting.filter(i=>!i.refused)].at(-1);if(!t){let i=this.view.undo;return i?{words:i.words,take:()=>this.enter({type:i.type,data:i.data},`Undo: ${i.words}`)}:null}if(this.waiting.includes(t)&&t.tries===0)return{words:t.words,take:()=>this.drop(t)};if(!t.type.startsWith("lotr."))return null;let s={table:this.view.table,entry:t.id};return{words:t.words,take:()=>this.enter({type:"group.withdraw.v1",data:s},`Undo: ${t.words}`)}}async drop(e){let t=await this.outbox?.remove(e.seq);this.said=t?`Removed: ${e.words}`:`Removed from this phone: ${e.words}. It may have arrived already; then Undo takes it back.`}async takeOver(){let e=this.view;await this.outbox?.first({type:"group.take-recorder.v1",data:{table:e.table,confirm:!0}},"This phone records for the table")}exportWaiting(){let e=this.view,t=this.waiting.map(i=>({id:i.id,round:i.round,type:i.type,data:i.data,words:i.words,at:new Date(i.at).toISOString(),refused:i.refused})),s={muster:"waiting-entries",format:1,gathering:e.gathering,group:e.group,table:e.table,device:this.shell.device,commands:t};te(`muster-${e.gathering}-${e.group}-${e.table}.json`,s)}};customElements.define("muster-table",Be);os();

// A still picture of a table: what its board refers to is fetched once and kept by the browser.
const pictures = document.getElementById("pictures");
if (pictures.dataset.from) fetch(pictures.dataset.from).then(answer => answer.text()).then(text => { pictures.innerHTML = text; });

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/muster-events/muster/dashboards/internal/websum"
)

// meta is the part of esbuild's metafile that is used.
type meta struct {
	Inputs  map[string]struct{} `json:"inputs"`
	Outputs map[string]struct {
		EntryPoint string `json:"entryPoint"`
	} `json:"outputs"`
}

// build returns every file of dist by name.
func build(web string) (map[string][]byte, error) {
	entries, err := entryPoints(web)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(web)
	if err != nil {
		return nil, err
	}
	res := api.Build(options(abs, entries))
	if len(res.Errors) > 0 {
		return nil, fmt.Errorf("esbuild: %s", strings.Join(api.FormatMessages(res.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	var m meta
	if err := json.Unmarshal([]byte(res.Metafile), &m); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	out := map[string][]byte{}
	for _, f := range res.OutputFiles {
		out[filepath.Base(f.Path)] = f.Contents
	}
	return out, addLists(web, m, out)
}

func options(web string, entries []api.EntryPoint) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:       web,
		EntryPointsAdvanced: entries,
		Outdir:              "dist",
		Bundle:              true,
		Metafile:            true,
		MinifyWhitespace:    true,
		MinifyIdentifiers:   true,
		MinifySyntax:        true,
		LegalComments:       api.LegalCommentsNone, // licences are in third-party.txt
		Format:              api.FormatESModule,
		Platform:            api.PlatformBrowser,
		Target:              api.ES2022,
		EntryNames:          "[name]-[hash]",
		AssetNames:          "[name]-[hash]",
		Loader:              map[string]api.Loader{".woff2": api.LoaderFile},
		Charset:             api.CharsetUTF8,
	}
}

func entryPoints(web string) ([]api.EntryPoint, error) {
	var out []api.EntryPoint
	for _, name := range []string{"main.css", "main.ts"} {
		found, err := filepath.Glob(filepath.Join(web, "src", "*", name))
		if err != nil {
			return nil, err
		}
		slices.Sort(found)
		for _, f := range found {
			entry := filepath.Base(filepath.Dir(f))
			out = append(out, api.EntryPoint{InputPath: "./src/" + entry + "/" + name, OutputPath: entry})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no src/<entry>/main.ts or main.css in %s", web)
	}
	return out, nil
}

// addLists adds manifest.json, licences.json and third-party.txt.
func addLists(web string, m meta, out map[string][]byte) error {
	sum, err := websum.Of(os.DirFS(web))
	if err != nil {
		return err
	}
	manifest := websum.Manifest{Sources: sum, Files: map[string]string{}}
	for path, o := range m.Outputs {
		if o.EntryPoint == "" {
			continue
		}
		entry := filepath.Base(filepath.Dir(o.EntryPoint)) + filepath.Ext(path)
		manifest.Files[entry] = filepath.Base(path)
	}
	if out["manifest.json"], err = encode(manifest); err != nil {
		return err
	}
	packages, texts, err := licences(web, slices.Sorted(maps.Keys(m.Inputs)))
	if err != nil {
		return err
	}
	out["third-party.txt"] = texts
	out["licences.json"], err = encode(packages)
	return err
}

func encode(v any) ([]byte, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	return append(b, '\n'), err
}

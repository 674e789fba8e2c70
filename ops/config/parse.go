package config

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

// Default returns the configuration of a server that was told nothing. It does not look at the
// environment.
func Default() Config {
	var c Config
	k, err := kong.New(&c, withoutEnvironment())
	if err == nil {
		_, err = k.Parse(nil)
	}
	if err != nil {
		panic(fmt.Sprintf("the default tags of Config do not parse: %v", err))
	}
	return c
}

// withoutEnvironment makes kong blind to environment variables.
func withoutEnvironment() kong.Option {
	return kong.PostBuild(func(k *kong.Kong) error {
		for _, f := range k.Model.Flags {
			f.Envs, f.Tag.Envs = nil, nil
		}
		return nil
	})
}

// File is the flag that names a configuration file, for the grammar of a command that has a
// [Config]. The values of the file come before the defaults and after flags and environment.
type File string

// BeforeResolve reads the file, as a hook of kong. Keys that no setting bears are errors.
func (File) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	path := string(ctx.FlagValue(trace.Flag).(File))
	values, err := ReadFile(path)
	if err != nil {
		return err
	}
	ctx.AddResolver(fileResolver(values))
	return nil
}

// fileResolver gives kong the values of a file, except where the environment has one: kong asks
// resolvers after the environment, and a file must not win over it.
func fileResolver(values map[string]any) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Tag.Envs {
			if _, set := os.LookupEnv(name); set {
				return nil, nil
			}
		}
		return values[flag.Name], nil
	})
}

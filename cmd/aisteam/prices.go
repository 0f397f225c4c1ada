package main

import (
	"fmt"
	"os"

	"github.com/aisteam/aisteam/agents/llm/prices"
)

// prices are what models cost: as it comes with the service, and over that what the operator's own table says.
func (c Config) prices() (*prices.Table, error) {
	table, err := prices.Listed()
	if err != nil {
		return nil, fmt.Errorf("read the list of prices: %w", err)
	}
	if c.Prices == "" {
		return table, nil
	}
	raw, err := os.ReadFile(c.Prices)
	if err != nil {
		return nil, misconfigured("AISTEAM_PRICES cannot be read: %v; give the path of a table of prices, or unset it", err)
	}
	own, err := prices.Read(c.Prices, raw)
	if err != nil {
		return nil, misconfigured("AISTEAM_PRICES: %v; or unset it", err)
	}
	return table.Under(own), nil
}
